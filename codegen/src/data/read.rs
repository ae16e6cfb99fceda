//! A file to a dataset: what is done in which order.

use std::io::Read as _;
use std::path::Path;

use sha2::{Digest, Sha256};

use super::chunks::{self, Index};
use super::dialect::{self, Dialect};
use super::fill::{self, Filled, Table, Tally, Wish};
use super::header::{Header, Role};
use super::missing::Markers;
use super::records::Records;
use super::sample::{self, Glance};
use super::{Cells, Column, Dataset, Kind, ReadOptions, Source, decode, foreign, infer, notes, spelling};
use crate::error::Place;
use crate::{Error, Result};

/// Reads a file; `-` is standard input.
///
/// # Errors
/// [`Error::Usage`] if options contradict each other, [`Error::Io`] if the file cannot be read, [`Error::Data`] with
/// line, column and value if its content cannot.
pub fn read_path(path: &Path, options: &ReadOptions) -> Result<Dataset> {
    let mut bytes = Vec::new();
    let read = if path.as_os_str() == "-" {
        std::io::stdin().lock().read_to_end(&mut bytes).map(|_| ())
    } else {
        std::fs::read(path).map(|content| bytes = content)
    };
    read.map_err(|source| Error::io(path, source))?;
    read_bytes(&path.to_string_lossy(), bytes, options)
}

/// Reads a file's content; `name` stands for it in messages.
///
/// A column is numeric when every cell that is not missing parses as a number, and of categories otherwise, unless
/// [`ReadOptions::kinds`] says which. The target is of categories too when it has at most 20 distinct integers.
/// Cells are trimmed of surrounding blanks, in quotes as well. Besides `bytes`, memory holds eight bytes a number,
/// four a category, and each distinct text twice while columns are joined.
///
/// # Errors
/// [`Error::Usage`] if options contradict each other, [`Error::Data`] with line, column and value if the content
/// cannot be read.
#[allow(clippy::needless_pass_by_value)] // the caller has no more use for the bytes: they are freed here
pub fn read_bytes(name: &str, bytes: Vec<u8>, options: &ReadOptions) -> Result<Dataset> {
    options.check()?;
    let (digest, data) = rayon::join(|| Sha256::digest(&bytes), || read_content(name, &bytes, options));
    let mut data = data?;
    let sha256 = digest.iter().map(|byte| format!("{byte:02x}")).collect();
    data.source = Source { name: name.to_owned(), sha256, bytes: bytes.len() as u64 };
    Ok(data)
}

/// Reads all but the source.
fn read_content(name: &str, bytes: &[u8], options: &ReadOptions) -> Result<Dataset> {
    let fault = |message: &str| Err(Error::data(Place::file(name), message));
    foreign::check_bytes(name, bytes)?;
    let (text, note) = decode::decode(name, bytes, options.encoding)?;
    let mut notes: Vec<String> = note.into_iter().map(str::to_owned).collect();
    foreign::check_text(name, &text)?;
    let (dialect, passed, assumed) = dialect::find(&text, options);
    let body = &text[passed..];
    let mut records = Records::new(name, body, 1 + u64::from(passed > 0), dialect, options.max_line_bytes);
    let Some(first) = records.next()? else {
        return fault(if text.trim().is_empty() { "the file is empty" } else { "no data rows" });
    };
    notes.extend(assumed);
    let header = Header::read(name, first, dialect, options)?;
    notes.extend(header.note());
    if options.no_header {
        records = Records::new(name, body, 1 + u64::from(passed > 0), dialect, options.max_line_bytes);
    }
    let (begin, line) = records.position();
    let rows = || Records::new(name, &body[begin..], line, dialect, options.max_line_bytes);
    let index = chunks::index(rows(), header.names.len())?;
    if index.lines.is_empty() {
        return fault("no data rows");
    }
    notes.extend(on_skipped(&index, header.names.len()));
    let markers = Markers::new(&options.missing_markers);
    let glances = sample::look(rows(), dialect, &markers, header.names.len());
    let table = Table {
        file: name,
        text: &body[begin..],
        chunks: &index.chunks,
        dialect,
        markers: &markers,
        max_line_bytes: options.max_line_bytes,
    };
    let columns = Columns { table, header, glances, options, notes }.read(index.lines.len())?;
    Ok(Dataset { source: Source::default(), columns: columns.0, lines: index.lines, notes: columns.1 })
}

fn on_skipped(index: &Index, columns: usize) -> Vec<String> {
    let mut notes = Vec::new();
    if index.skipped.delimiters_only > 0 {
        notes.push(format!("{} left out: only delimiters", lines(index.skipped.delimiters_only)));
    }
    // With one column an empty line might have been meant as a missing cell.
    if index.skipped.blank > 0 && columns == 1 {
        notes.push(format!("{} left out: empty", lines(index.skipped.blank)));
    }
    notes
}

fn lines(count: u64) -> String {
    if count == 1 { "1 line".to_owned() } else { format!("{count} lines") }
}

/// The columns while they are read.
struct Columns<'t> {
    table: Table<'t>,
    header: Header,
    glances: Vec<Glance>,
    options: &'t ReadOptions,
    notes: Vec<String>,
}

/// A column that is done: its cells and the notes on it.
type Done = Option<(Cells, Vec<String>)>;

impl Columns<'_> {
    /// Walks over the rows until every column has its kind: mostly once, again for columns that were taken for
    /// numbers and are not, and for classes that are integers.
    fn read(mut self, rows: usize) -> Result<(Vec<Column>, Vec<String>)> {
        for (role, glance) in self.header.roles.iter_mut().zip(&self.glances) {
            if *role == Role::Unnamed && glance.has_value {
                *role = Role::Keep;
            }
        }
        let kept = |header: &Header| -> Vec<usize> {
            (0..header.roles.len()).filter(|&field| header.roles[field] == Role::Keep).collect()
        };
        let mut wishes: Vec<(usize, Wish)> =
            kept(&self.header).into_iter().map(|field| (field, self.wish(field))).collect();
        let mut done: Vec<Done> = self.header.names.iter().map(|_| None).collect();
        let mut tallies: Vec<Option<Tally>> = self.header.names.iter().map(|_| None).collect();
        let mut is_first = true;
        while is_first || !wishes.is_empty() {
            self.check_room(rows)?;
            let (filled, walk) = fill::fill(self.table, &self.header, &wishes)?;
            if is_first && walk.long_rows > 0 {
                let rows =
                    if walk.long_rows == 1 { "1 row ends".into() } else { format!("{} rows end", walk.long_rows) };
                self.notes.push(format!("{rows} in empty cells beyond the last column, left out"));
            }
            is_first = false;
            let mut again = Vec::new();
            for ((field, wish), filled) in std::mem::take(&mut wishes).into_iter().zip(filled) {
                match self.judge(field, wish, filled, &mut tallies[field]) {
                    Ok(cells) => done[field] = Some(cells),
                    Err(wish) => again.push((field, wish)),
                }
            }
            for field in walk.unnamed {
                self.header.roles[field] = Role::Keep;
                again.push((field, Wish::Numbers));
            }
            again.sort_unstable_by_key(|&(field, _)| field);
            wishes = again;
        }
        self.note_unnamed();
        let mut columns = Vec::new();
        for (name, done) in self.header.names.into_iter().zip(done) {
            if let Some((cells, notes)) = done {
                self.notes.extend(notes);
                columns.push(Column { name, cells });
            }
        }
        Ok((columns, self.notes))
    }

    /// Tells how to read a column first.
    fn wish(&self, field: usize) -> Wish {
        match self.options.told(&self.header.names[field]) {
            Some(Kind::Numeric) => Wish::OnlyNumbers,
            Some(Kind::Categorical) => Wish::Texts,
            None if self.glances[field].text.is_some() => Wish::Texts,
            None => Wish::Numbers,
        }
    }

    /// Refuses rows that are too short before memory is taken for cells they do not have.
    fn check_room(&self, rows: usize) -> Result<()> {
        let delimiters = self.header.required().saturating_sub(1);
        if rows.saturating_mul(delimiters) > self.table.text.len() {
            fill::fill(self.table, &self.header, &[])?;
        }
        Ok(())
    }

    /// Gives the finished cells of a column, or how it must be read again.
    fn judge(
        &self,
        field: usize,
        wish: Wish,
        filled: Filled,
        earlier: &mut Option<Tally>,
    ) -> std::result::Result<(Cells, Vec<String>), Wish> {
        let name = &self.header.names[field];
        match filled {
            Filled::Numbers(numbers, tally) => {
                let only_doubtful = tally.numbers == 0 && tally.doubtful > 0;
                let next = match wish {
                    Wish::OnlyNumbers => None,
                    _ if tally.text.is_some() || only_doubtful => Some(Wish::Texts),
                    _ if self.options.target.as_ref() == Some(name) && infer::has_few_integers(&numbers) => {
                        Some(Wish::TextsOfNumbers)
                    }
                    _ => None,
                };
                let Some(next) = next else { return Ok((Cells::Numbers(numbers), notes::on_numbers(name, &tally))) };
                *earlier = Some(tally);
                Err(next)
            }
            Filled::Categories(categories) => {
                let categories = if self.options.fold_case { spelling::fold(categories) } else { categories };
                let mut notes = match earlier.as_ref().filter(|_| wish == Wish::TextsOfNumbers) {
                    Some(tally) => notes::on_numbers(name, tally),
                    None => Vec::new(),
                };
                notes.extend(notes::on_texts(name, &categories));
                if self.options.told(name).is_none() {
                    let text = self.glances[field].text.as_ref();
                    let text = text.or(earlier.as_ref().and_then(|tally| tally.text.as_ref()));
                    let Dialect { decimal_comma, .. } = self.table.dialect;
                    notes.extend(notes::on_mixture(name, &categories, text, decimal_comma));
                }
                Ok((Cells::Categories(categories), notes))
            }
        }
    }

    /// Notes the columns that have neither name nor value, and those that got a name.
    fn note_unnamed(&mut self) {
        let Header { names, roles, line } = &self.header;
        let empty: Vec<String> = (1..)
            .zip(roles)
            .filter(|(_, role)| **role == Role::Unnamed)
            .map(|(at, _): (usize, _)| at.to_string())
            .collect();
        match empty.as_slice() {
            [] => {}
            [one] => self.notes.push(format!("column {one} has no name and no value: left out")),
            [first, .., last] => {
                self.notes.push(format!(
                    "{} columns from {first} to {last} have no name and no value: left out",
                    empty.len()
                ));
            }
        }
        let made_up = |(at, name): (usize, &String)| *name == format!("column_{at}");
        if line.is_some()
            && let Some((_, (name, _))) = (1..)
                .zip(names.iter().zip(roles))
                .find(|&(at, (name, role))| *role == Role::Keep && made_up((at, name)))
        {
            self.notes.push(format!("a column without a name is called {name:?}"));
        }
    }
}
