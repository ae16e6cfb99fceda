//! `nearkin generate`: typed Rust for firmware.

use std::path::{Component, Path, PathBuf};

use crate::cli::GenerateArgs;
use crate::error::{Error, Result};
use crate::generate::{Delivery, Logging, Source, generate};
use crate::model::aligned::Aligned;
use crate::output::{self, Output};

/// The first bytes of the tables of a baked model: any, so only `--force` replaces a file of another origin.
const TABLES: &[u8] = b"";

/// Runs `generate`.
///
/// # Errors
/// Whatever is wrong with the model or the output.
pub(super) fn run(args: &GenerateArgs) -> Result<()> {
    let model = Aligned::read(&args.model)?;
    let name = file_name(&args.model);
    let tables = args.output.with_extension("tables");
    let delivery = if args.baked {
        if output::is_stdout(&args.output) {
            return Err(Error::usage("--baked writes its tables to a file beside the module, so -o must name a file"));
        }
        if tables == args.output {
            return Err(Error::usage(format!(
                "{}: --baked writes its tables to this file; choose a module name that ends with .rs",
                tables.display()
            )));
        }
        let same = |path: &Path| std::fs::canonicalize(path).ok();
        if same(&tables).is_some_and(|tables| same(&args.model) == Some(tables)) {
            return Err(Error::usage(format!(
                "{}: the tables of the module would overwrite the model; choose another name for the module",
                tables.display()
            )));
        }
        Delivery::Baked { tables: file_name(&tables) }
    } else if output::is_stdout(&args.model) {
        // Standard input cannot be embedded.
        Delivery::Loaded { embed: None }
    } else {
        Delivery::Loaded { embed: Some(path_from(&args.output, &args.model)?) }
    };
    let baked = if args.baked { " --baked" } else { "" };
    let (logging, defmt) = if args.defmt { (Logging::Defmt, " --defmt") } else { (Logging::Debug, "") };
    let command = format!("nearkin generate {name} -o {}{baked}{defmt}", file_name(&args.output));
    let generated = generate(Source { name: &name, command: &command, bytes: model.bytes() }, &delivery, logging)?;
    // Created before the tables are written, so that neither file appears without the other.
    let mut module = Output::create(&args.output, output::RUST, args.force)?;
    if let Some(bytes) = &generated.tables {
        // Tables beside a generated module were generated too.
        let replaces = args.force || std::fs::read(&args.output).is_ok_and(|old| old.starts_with(output::RUST));
        output::write(&tables, TABLES, replaces, bytes)?;
    }
    module.put(generated.rust.as_bytes())?;
    module.commit()?;
    if args.baked {
        // The user did not name the second file.
        let (module, tables) = (args.output.display(), tables.display());
        output::print(&format!("wrote {module} and {tables}; keep both in one folder\n"))?;
    }
    Ok(())
}

fn file_name(path: &Path) -> String {
    path.file_name().map_or_else(|| path.display().to_string(), |name| name.to_string_lossy().into_owned())
}

/// Returns the path of `to` relative to the folder of the file `from`, with forward slashes.
fn path_from(from: &Path, to: &Path) -> Result<String> {
    let folder = match from.parent() {
        Some(folder) if !folder.as_os_str().is_empty() => folder,
        _ => Path::new("."),
    };
    let folder = std::fs::canonicalize(folder).map_err(|source| Error::io(folder, source))?;
    let to = std::fs::canonicalize(to).map_err(|source| Error::io(to, source))?;
    let shared = folder.components().zip(to.components()).take_while(|(a, b)| a == b).count();
    let up = folder.components().skip(shared).map(|_| Component::ParentDir);
    let path: PathBuf = up.chain(to.components().skip(shared)).collect();
    let parts: Vec<_> = path.components().map(|part| part.as_os_str().to_string_lossy()).collect();
    Ok(parts.join("/"))
}
