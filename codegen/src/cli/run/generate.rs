//! `nearkin generate`: typed Rust for firmware.

use std::path::{Component, Path, PathBuf};

use crate::cli::GenerateArgs;
use crate::error::{Error, Result};
use crate::generate::{Delivery, Logging, Source, generate};
use crate::model::aligned::Aligned;
use crate::output::{self, Output};

/// How the tables of a baked model begin: with anything, so only `--force` replaces a foreign file.
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
            return Err(Error::usage("baked code has a file of tables beside it; name a file with -o"));
        }
        if tables == args.output {
            return Err(Error::usage(format!(
                "{}: baked code has a file of tables of that name beside it; name the module .rs",
                tables.display()
            )));
        }
        let same = |path: &Path| std::fs::canonicalize(path).ok();
        if same(&tables).is_some_and(|tables| same(&args.model) == Some(tables)) {
            return Err(Error::usage(format!(
                "{}: the model would be replaced by the tables of the module; name the module otherwise",
                tables.display()
            )));
        }
        Delivery::Baked { tables: file_name(&tables) }
    } else if output::is_stdout(&args.model) {
        // There is no file to embed.
        Delivery::Loaded { embed: None }
    } else {
        Delivery::Loaded { embed: Some(path_from(&args.output, &args.model)?) }
    };
    let baked = if args.baked { " --baked" } else { "" };
    let (logging, defmt) = if args.defmt { (Logging::Defmt, " --defmt") } else { (Logging::Debug, "") };
    let command = format!("nearkin generate {name} -o {}{baked}{defmt}", file_name(&args.output));
    let generated = generate(Source { name: &name, command: &command, bytes: model.bytes() }, &delivery, logging)?;
    // Refused before the tables are written: neither file appears without the other.
    let mut module = Output::create(&args.output, output::RUST, args.force)?;
    if let Some(bytes) = &generated.tables {
        // Tables beside code of ours are ours.
        let replaces = args.force || std::fs::read(&args.output).is_ok_and(|old| old.starts_with(output::RUST));
        output::write(&tables, TABLES, replaces, bytes)?;
    }
    module.put(generated.rust.as_bytes())?;
    module.commit()?;
    if args.baked {
        // A file that nobody named.
        let (module, tables) = (args.output.display(), tables.display());
        output::print(&format!("{module} and {tables}, which it includes: keep them in one folder\n"))?;
    }
    Ok(())
}

fn file_name(path: &Path) -> String {
    path.file_name().map_or_else(|| path.display().to_string(), |name| name.to_string_lossy().into_owned())
}

/// The path of `to` from the folder of the file `from`, with forward slashes.
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
