//! The kernels in C, and their models as C source.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use crate::board::Board;
use crate::dataset::{Cell, Dataset};
use crate::expand::Element;

/// A kernel in `tests/device/bench/c`, and its compiler options.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Kernel {
    /// The name on the command line.
    pub(crate) name: &'static str,
    file: &'static str,
    /// The type of its numbers.
    pub(crate) element: Element,
    flags: &'static str,
    /// Whether it uses DSP instructions, which the Cortex-M0 does not have.
    needs_dsp: bool,
    /// Whether it needs emlearn's headers.
    emlearn: bool,
}

const fn brute(name: &'static str, element: Element, flags: &'static str) -> Kernel {
    Kernel { name, file: "brute.c", element, flags, needs_dsp: false, emlearn: false }
}

const fn pairs(name: &'static str, flags: &'static str) -> Kernel {
    Kernel { name, file: "pairs.c", element: Element::Short, flags, needs_dsp: true, emlearn: false }
}

/// All kernels, each with the fastest of several sets of compiler options.
pub(crate) const KERNELS: [Kernel; 8] = [
    Kernel {
        name: "emlearn",
        file: "emlearn.c",
        element: Element::Short,
        flags: "-O2 -DCLASS=short",
        needs_dsp: false,
        emlearn: true,
    },
    brute("c-f32", Element::Float, "-O3 -ffast-math -funroll-loops -DFLOAT"),
    brute("c-f32-early", Element::Float, "-O3 -ffast-math -DFLOAT -DEARLY"),
    brute("c-u8", Element::UChar, "-O3 -funroll-loops"),
    brute("c-i16", Element::Short, "-O2"),
    brute("c-i16-early", Element::Short, "-O2 -DEARLY"),
    pairs("c-dsp", "-O2"),
    pairs("c-dsp-early", "-O2 -DEARLY"),
];

impl Kernel {
    /// Returns whether the kernel can be compiled for the chip.
    pub(crate) fn runs_on(&self, board: Board) -> bool {
        match board {
            Board::M4f => true,
            Board::M0 => !self.needs_dsp,
            Board::Riscv32 => false, // the C compiler is for Arm only
        }
    }

    /// Returns what is not installed on this machine but needed to compile the kernel.
    pub(crate) fn missing(&self) -> Option<&'static str> {
        let found =
            Command::new("arm-none-eabi-gcc").arg("--version").stdout(Stdio::null()).stderr(Stdio::null()).status();
        if found.is_err() {
            return Some("needs arm-none-eabi-gcc (Debian: gcc-arm-none-eabi libnewlib-arm-none-eabi)");
        }
        if self.emlearn && emlearn_headers().is_none() {
            return Some("needs emlearn's headers: pip install emlearn==0.23.2 for the first python3 in PATH");
        }
        None
    }

    /// Returns environment variables for the firmware's build script.
    pub(crate) fn environment(&self) -> Vec<(&'static str, String)> {
        let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("device/bench/c").join(self.file);
        let mut flags = self.flags.to_owned();
        if let Some(headers) = emlearn_headers().filter(|_| self.emlearn) {
            flags = format!("{flags} -I{}", headers.display());
        }
        vec![
            ("NEARKIN_BENCH_KERNEL", file.display().to_string()),
            ("NEARKIN_BENCH_C_FLAGS", flags),
            ("NEARKIN_BENCH_ELEMENT", self.element.name().to_owned()),
        ]
    }
}

/// Returns the folder of the headers in emlearn's Python package.
fn emlearn_headers() -> Option<PathBuf> {
    let output = Command::new("python3")
        .args(["-c", "import importlib.util as u; print(u.find_spec('emlearn').submodule_search_locations[0])"])
        .stdin(Stdio::null())
        .output()
        .ok()?;
    let folder = PathBuf::from(String::from_utf8(output.stdout).ok()?.trim_end());
    folder.join("eml_neighbors.h").is_file().then_some(folder)
}

/// Returns the model as C source for `nearest.h`: dimensions, the type `element`, rows and classes.
pub(crate) fn model_in_c(dataset: &Dataset, element: Element, k: u32) -> String {
    let c_type = if element == Element::UChar { "unsigned char" } else { element.name() };
    let n_columns = dataset.train.first().map_or(0, |row| row.cells.len());
    let rows = dataset.train.iter().flat_map(|row| &row.cells).map(|cell| match cell {
        Cell::Number(number) => format!("{number:?}f"),
        Cell::Integer(number) => number.to_string(),
        Cell::Text(_) => "0".to_owned(), // an expanded data set has no texts
    });
    let rows: Vec<String> = rows.collect();
    let classes: Vec<String> = dataset.train.iter().map(|row| row.class.to_string()).collect();
    let mut text = String::new();
    let lines = [
        "#ifndef CLASS".to_owned(),
        "#define CLASS unsigned char".to_owned(),
        "#endif".to_owned(),
        format!(
            "enum {{ N_ROWS = {}, N_COLUMNS = {n_columns}, N_CLASSES = {}, K = {k} }};",
            classes.len(),
            dataset.classes.len()
        ),
        format!("typedef {c_type} element;"),
        format!("__attribute__((section(\".model\"))) static const element model_rows[] = {{{}}};", rows.join(",")),
        format!("__attribute__((section(\".model\"))) static const CLASS model_classes[] = {{{}}};", classes.join(",")),
    ];
    for line in lines {
        writeln!(text, "{line}").expect("writing to a String cannot fail");
    }
    text
}
