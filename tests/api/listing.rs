//! A crate's documented public items as text: its sources without docs, bodies, and private or hidden items.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use syn::{Attribute, File, ImplItem, Item, TraitItem, Visibility};

/// Lists the public items of all files in `folder`, in the order of their paths and of their places there.
pub(crate) fn list(folder: &Path, without: &[&str]) -> String {
    let files = public_files(folder, without);
    let listed = files.into_iter().filter(|(_, file)| !file.items.is_empty());
    listed.fold(String::new(), |text, (path, file)| {
        text + &format!("// ===== {path}\n\n{}\n", prettyplease::unparse(&file))
    })
}

/// All files in `folder` with their paths, reduced to their public items.
pub(crate) fn public_files(folder: &Path, without: &[&str]) -> Vec<(String, File)> {
    let mut files = files(folder, without);
    let hidden: Vec<String> = files.iter().flat_map(|(path, file)| hidden_modules(path, &file.items)).collect();
    files.retain(|(path, _)| !hidden.iter().any(|module| is_in(path, module)));
    let names: BTreeSet<String> = files.iter().flat_map(|(_, file)| public_names(&file.items)).collect();
    for (_, file) in &mut files {
        file.attrs.clear();
        file.items = public(std::mem::take(&mut file.items), &names);
    }
    files
}

/// All files in `folder` with their paths, as they are.
pub(crate) fn files(folder: &Path, without: &[&str]) -> Vec<(String, File)> {
    let mut files = Vec::new();
    gather(folder, String::new(), without, &mut files);
    files
}

/// The paths, without an ending, of the modules that `#[doc(hidden)]` keeps out of the documentation.
fn hidden_modules<'f>(path: &'f str, items: &'f [Item]) -> impl Iterator<Item = String> + use<'f> {
    let folder = path.rsplit_once('/').map_or(String::new(), |(folder, _)| format!("{folder}/"));
    items.iter().filter_map(move |item| match item {
        Item::Mod(module) if is_hidden(&module.attrs) => Some(format!("{folder}{}", module.ident)),
        _ => None,
    })
}

/// Whether a file is that of a module or in its folder.
fn is_in(path: &str, module: &str) -> bool {
    path.strip_prefix(module).is_some_and(|rest| rest == ".rs" || rest.starts_with('/'))
}

/// Parses the files of a folder and of those in it, by their names in order.
fn gather(folder: &Path, prefix: String, without: &[&str], files: &mut Vec<(String, File)>) {
    let entries = fs::read_dir(folder).expect("the sources are there").map(|entry| entry.expect("an entry"));
    let mut entries: Vec<_> = entries.map(|entry| (entry.file_name().to_string_lossy().into_owned(), entry)).collect();
    entries.sort_by(|(a, _), (b, _)| a.cmp(b));
    for (name, entry) in entries {
        let path = format!("{prefix}{name}");
        if without.contains(&path.as_str()) {
            continue;
        }
        if entry.path().is_dir() {
            gather(&entry.path(), format!("{path}/"), without, files);
        } else if name.ends_with(".rs") {
            let text = fs::read_to_string(entry.path()).expect("a source can be read");
            let file = syn::parse_file(&text).unwrap_or_else(|error| panic!("{path}: {error}"));
            files.push((path, file));
        }
    }
}

fn is_public(visibility: &Visibility) -> bool {
    matches!(visibility, Visibility::Public(_))
}

/// The names of public types and traits, whose implementations count.
fn public_names(items: &[Item]) -> Vec<String> {
    let mut names = Vec::new();
    for item in items {
        match item {
            item if attributes(item).is_some_and(is_hidden) => {}
            Item::Struct(item) if is_public(&item.vis) => names.push(item.ident.to_string()),
            Item::Enum(item) if is_public(&item.vis) => names.push(item.ident.to_string()),
            Item::Type(item) if is_public(&item.vis) => names.push(item.ident.to_string()),
            Item::Trait(item) if is_public(&item.vis) => names.push(item.ident.to_string()),
            Item::Mod(item) => names.extend(item.content.iter().flat_map(|(_, items)| public_names(items))),
            _ => {}
        }
    }
    names
}

/// What of the attributes a caller sees.
fn keep_attributes(attributes: &mut Vec<Attribute>) {
    let seen = ["cfg", "cfg_attr", "derive", "non_exhaustive", "repr", "macro_export", "deprecated", "default"];
    attributes.retain(|attribute| seen.iter().any(|name| attribute.path().is_ident(name)));
}

fn is_hidden(attributes: &[Attribute]) -> bool {
    attributes.iter().any(|attribute| {
        attribute.path().is_ident("doc")
            && attribute.parse_args::<syn::Path>().is_ok_and(|path| path.is_ident("hidden"))
    })
}

fn is_test(attributes: &[Attribute]) -> bool {
    attributes.iter().any(|attribute| {
        attribute.path().is_ident("cfg") && attribute.parse_args::<syn::Path>().is_ok_and(|path| path.is_ident("test"))
    })
}

/// The last name of a type's path, with references taken off.
fn name_of(of: &syn::Type) -> Option<String> {
    match of {
        syn::Type::Path(path) => path.path.segments.last().map(|segment| segment.ident.to_string()),
        syn::Type::Reference(reference) => name_of(&reference.elem),
        _ => None,
    }
}

/// The attributes of an item of a kind that can be public.
fn attributes(item: &Item) -> Option<&[Attribute]> {
    match item {
        Item::Const(item) => Some(&item.attrs),
        Item::Enum(item) => Some(&item.attrs),
        Item::Fn(item) => Some(&item.attrs),
        Item::Impl(item) => Some(&item.attrs),
        Item::Macro(item) => Some(&item.attrs),
        Item::Mod(item) => Some(&item.attrs),
        Item::Static(item) => Some(&item.attrs),
        Item::Struct(item) => Some(&item.attrs),
        Item::Trait(item) => Some(&item.attrs),
        Item::Type(item) => Some(&item.attrs),
        Item::Use(item) => Some(&item.attrs),
        _ => None,
    }
}

/// The public ones of the items, without bodies.
fn public(items: Vec<Item>, names: &BTreeSet<String>) -> Vec<Item> {
    items.into_iter().filter_map(|item| public_item(item, names)).collect()
}

fn public_item(mut item: Item, names: &BTreeSet<String>) -> Option<Item> {
    if attributes(&item).is_some_and(is_hidden) {
        return None;
    }
    match &mut item {
        Item::Use(item) if is_public(&item.vis) => keep_attributes(&mut item.attrs),
        Item::Const(item) if is_public(&item.vis) => keep_attributes(&mut item.attrs),
        Item::Static(item) if is_public(&item.vis) => keep_attributes(&mut item.attrs),
        Item::Type(item) if is_public(&item.vis) => keep_attributes(&mut item.attrs),
        Item::Fn(item) if is_public(&item.vis) => {
            keep_attributes(&mut item.attrs);
            item.block.stmts.clear();
        }
        Item::Struct(item) if is_public(&item.vis) => {
            keep_attributes(&mut item.attrs);
            if let syn::Fields::Named(fields) = &mut item.fields {
                let kept = std::mem::take(&mut fields.named).into_iter().filter(|field| is_public(&field.vis));
                fields.named = kept.collect();
            }
            item.fields.iter_mut().for_each(|field| keep_attributes(&mut field.attrs));
        }
        Item::Enum(item) if is_public(&item.vis) => {
            keep_attributes(&mut item.attrs);
            for variant in &mut item.variants {
                keep_attributes(&mut variant.attrs);
                variant.fields.iter_mut().for_each(|field| keep_attributes(&mut field.attrs));
            }
        }
        Item::Trait(item) if is_public(&item.vis) => {
            keep_attributes(&mut item.attrs);
            for part in &mut item.items {
                if let TraitItem::Fn(function) = part {
                    keep_attributes(&mut function.attrs);
                    function.default.iter_mut().for_each(|block| block.stmts.clear());
                } else if let TraitItem::Const(constant) = part {
                    keep_attributes(&mut constant.attrs);
                }
            }
        }
        Item::Impl(item) => {
            keep_attributes(&mut item.attrs);
            let known = name_of(&item.self_ty).is_some_and(|name| names.contains(&name));
            if item.trait_.is_some() {
                item.items.retain(|part| matches!(part, ImplItem::Type(_)));
                return known.then_some(Item::Impl(item.clone()));
            }
            item.items.retain_mut(|part| match part {
                ImplItem::Fn(function) if is_hidden(&function.attrs) => false,
                ImplItem::Const(constant) if is_hidden(&constant.attrs) => false,
                ImplItem::Fn(function) => {
                    keep_attributes(&mut function.attrs);
                    function.block.stmts.clear();
                    is_public(&function.vis)
                }
                ImplItem::Const(constant) => {
                    keep_attributes(&mut constant.attrs);
                    is_public(&constant.vis)
                }
                _ => false,
            });
            if item.items.is_empty() {
                return None;
            }
        }
        Item::Mod(module) if !is_test(&module.attrs) => {
            let public_module = is_public(&module.vis);
            keep_attributes(&mut module.attrs);
            if let Some((_, items)) = &mut module.content {
                *items = public(std::mem::take(items), names);
            }
            let holds = module.content.as_ref().is_some_and(|(_, items)| !items.is_empty());
            return (public_module || holds).then_some(item);
        }
        // A macro of the crate's own may write public items: what it writes is listed as it is written.
        Item::Macro(item) => {
            let exported = item.attrs.iter().any(|attribute| attribute.path().is_ident("macro_export"));
            let writes = item.mac.tokens.to_string().contains("pub fn");
            keep_attributes(&mut item.attrs);
            return (exported || writes || item.ident.is_none()).then(|| Item::Macro(item.clone()));
        }
        _ => return None,
    }
    Some(item)
}
