//! Every documented public function, macro, type, trait and constant occurs in an example that asserts something.
//!
//! The example is in the docs of the same file (of the item itself, of its type, of the module), of the module around it or
//! in the crate's.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use proc_macro2::{TokenStream, TokenTree};
use syn::visit::Visit;

use crate::listing;

/// The public names of a folder of sources that no example shows, with their files.
pub(crate) fn not_shown(folder: &Path, without: &[&str]) -> Vec<String> {
    let files = listing::files(folder, without);
    let shown: BTreeMap<&str, BTreeSet<String>> =
        files.iter().map(|(path, file)| (path.as_str(), Docs::of(file).shown)).collect();
    let mut missing = Vec::new();
    for (path, file) in listing::public_files(folder, without) {
        // A module's own file is `mod.rs` in its folder, or has the folder's name.
        let folder = path.rsplit_once('/').map(|(folder, _)| folder);
        let modules = folder.map(|folder| [format!("{folder}/mod.rs"), format!("{folder}.rs")]);
        let places = modules.iter().flatten().map(String::as_str).chain([path.as_str(), "lib.rs"]);
        let places: Vec<&BTreeSet<String>> = places.filter_map(|place| shown.get(place)).collect();
        let mut names = Names::default();
        names.visit_file(&file);
        let hidden = names.0.into_iter().filter(|name| !places.iter().any(|shown| shown.contains(name)));
        missing.extend(hidden.map(|name| format!("{path}: {name}")));
    }
    missing
}

/// The names that a caller can write: of functions, macros, types, traits and constants.
#[derive(Default)]
struct Names(BTreeSet<String>);

impl<'ast> Visit<'ast> for Names {
    fn visit_signature(&mut self, signature: &'ast syn::Signature) {
        self.0.insert(signature.ident.to_string());
    }

    fn visit_item_struct(&mut self, item: &'ast syn::ItemStruct) {
        self.0.insert(item.ident.to_string());
    }

    fn visit_item_enum(&mut self, item: &'ast syn::ItemEnum) {
        self.0.insert(item.ident.to_string());
    }

    fn visit_item_trait(&mut self, item: &'ast syn::ItemTrait) {
        self.0.insert(item.ident.to_string());
        syn::visit::visit_item_trait(self, item);
    }

    fn visit_item_const(&mut self, item: &'ast syn::ItemConst) {
        self.0.insert(item.ident.to_string());
    }

    fn visit_impl_item_const(&mut self, item: &'ast syn::ImplItemConst) {
        self.0.insert(item.ident.to_string());
    }

    fn visit_trait_item_const(&mut self, item: &'ast syn::TraitItemConst) {
        self.0.insert(item.ident.to_string());
    }

    fn visit_item_type(&mut self, item: &'ast syn::ItemType) {
        self.0.insert(item.ident.to_string());
    }

    /// What is implemented for a type is not called by its path.
    fn visit_item_impl(&mut self, item: &'ast syn::ItemImpl) {
        if item.trait_.is_none() {
            syn::visit::visit_item_impl(self, item);
        }
    }

    fn visit_item_macro(&mut self, item: &'ast syn::ItemMacro) {
        match &item.ident {
            Some(name) if item.attrs.iter().any(|attribute| attribute.path().is_ident("macro_export")) => {
                self.0.insert(name.to_string());
            }
            _ => functions(item.mac.tokens.clone(), &mut self.0),
        }
    }
}

/// The functions that a macro writes.
fn functions(tokens: TokenStream, names: &mut BTreeSet<String>) {
    let tokens: Vec<TokenTree> = tokens.into_iter().collect();
    for (at, token) in tokens.iter().enumerate() {
        match (token, tokens.get(at + 1)) {
            (TokenTree::Ident(word), Some(TokenTree::Ident(name))) if word == "fn" => {
                names.insert(name.to_string());
            }
            (TokenTree::Group(group), _) => functions(group.stream(), names),
            _ => {}
        }
    }
}

/// The words of the examples that assert something.
#[derive(Default)]
struct Docs {
    shown: BTreeSet<String>,
}

impl Docs {
    fn of(file: &syn::File) -> Self {
        let mut docs = Self::default();
        docs.read(&file.attrs);
        docs.visit_file(file);
        docs
    }

    fn read(&mut self, attributes: &[syn::Attribute]) {
        let mut example: Option<String> = None;
        for line in attributes.iter().filter_map(doc_line) {
            let line = line.trim();
            match (line.strip_prefix("```"), &mut example) {
                (Some(language), None) if ["", "no_run", "rust"].contains(&language) => example = Some(String::new()),
                (Some(_), None) => example = Some("not Rust".to_owned()),
                (Some(_), Some(text)) => {
                    if text.contains("assert") {
                        let words = text.split(|c: char| !c.is_ascii_alphanumeric() && c != '_');
                        self.shown.extend(words.map(str::to_owned));
                    }
                    example = None;
                }
                (None, Some(text)) => *text += &format!("{line}\n"),
                (None, None) => {}
            }
        }
    }
}

impl<'ast> Visit<'ast> for Docs {
    /// One line each; the lines of an item's docs follow each other, and so do those of the items.
    fn visit_attribute(&mut self, _: &'ast syn::Attribute) {}

    fn visit_item(&mut self, item: &'ast syn::Item) {
        let attributes = match item {
            syn::Item::Const(item) => &item.attrs,
            syn::Item::Enum(item) => &item.attrs,
            syn::Item::Fn(item) => &item.attrs,
            syn::Item::Macro(item) => &item.attrs,
            syn::Item::Struct(item) => &item.attrs,
            syn::Item::Trait(item) => &item.attrs,
            syn::Item::Type(item) => &item.attrs,
            _ => &vec![],
        };
        self.read(attributes);
        syn::visit::visit_item(self, item);
    }

    fn visit_impl_item_fn(&mut self, function: &'ast syn::ImplItemFn) {
        self.read(&function.attrs);
    }

    fn visit_trait_item_fn(&mut self, function: &'ast syn::TraitItemFn) {
        self.read(&function.attrs);
    }
}

fn doc_line(attribute: &syn::Attribute) -> Option<String> {
    let syn::Meta::NameValue(pair) = &attribute.meta else { return None };
    match &pair.value {
        syn::Expr::Lit(syn::ExprLit { lit: syn::Lit::Str(text), .. }) if pair.path.is_ident("doc") => {
            Some(text.value())
        }
        _ => None,
    }
}
