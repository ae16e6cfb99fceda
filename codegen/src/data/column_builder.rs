//! Typed columns: parsing is repeated until the kind of each column is known.

use crate::Result;
use crate::data::dialect::Dialect;
use crate::data::header::{self, ColumnRole, Header};
use crate::data::parse_columns::{self, CsvRows, ParseStats, ParsedColumn, ReadAs};
use crate::data::preview::ColumnPreview;
use crate::data::{Cells, Column, Kind, ReadOptions, case_folding, notes, task};

/// Columns that are being parsed.
pub(super) struct ColumnBuilder<'t> {
    pub(super) table: CsvRows<'t>,
    pub(super) header: Header,
    pub(super) previews: Vec<ColumnPreview>,
    pub(super) options: &'t ReadOptions,
    pub(super) notes: Vec<String>,
    /// The first infinite cell of a column: its name, line and text.
    pub(super) infinite: Vec<(String, u64, String)>,
}

/// The columns, the notes, and the first infinite cell of each column with its line and text.
type Built = (Vec<Column>, Vec<String>, Vec<(String, u64, String)>);

/// The cells of a finished column and the notes about it.
type Finished = Option<(Cells, Vec<String>)>;

impl ColumnBuilder<'_> {
    /// Parses the rows until the kind of every column is known.
    ///
    /// Usually one pass is enough; columns that turn out not to be numeric and classes that are integers need another.
    pub(super) fn build(mut self, rows: usize) -> Result<Built> {
        for (role, preview) in self.header.roles.iter_mut().zip(&self.previews) {
            if *role == ColumnRole::Unnamed && preview.has_value {
                *role = ColumnRole::Keep;
            }
        }
        let kept = (0..self.header.roles.len()).filter(|&field| self.header.roles[field] == ColumnRole::Keep);
        let mut requests: Vec<(usize, ReadAs)> = kept.map(|field| (field, self.first_attempt(field))).collect();
        let mut done: Vec<Finished> = self.header.names.iter().map(|_| None).collect();
        let mut stats: Vec<Option<ParseStats>> = self.header.names.iter().map(|_| None).collect();
        let mut is_first = true;
        while is_first || !requests.is_empty() {
            self.check_capacity(rows)?;
            let (parsed, summary) = parse_columns::parse(self.table, &self.header, &requests)?;
            if is_first && summary.long_rows > 0 {
                let rows = if summary.long_rows == 1 {
                    "1 row has".into()
                } else {
                    format!("{} rows have", summary.long_rows)
                };
                self.notes.push(format!("{rows} extra empty cells after the last column, ignored"));
            }
            is_first = false;
            let mut again = Vec::new();
            for ((field, read_as), parsed) in std::mem::take(&mut requests).into_iter().zip(parsed) {
                if let ParsedColumn::Numbers(_, ParseStats { text: None, first_infinite: Some((line, text)), .. }) =
                    &parsed
                {
                    self.infinite.push((self.header.names[field].clone(), *line, text.clone()));
                }
                match self.finish(field, read_as, parsed, &mut stats[field]) {
                    Ok(cells) => done[field] = Some(cells),
                    Err(read_as) => again.push((field, read_as)),
                }
            }
            for field in summary.unnamed {
                self.header.roles[field] = ColumnRole::Keep;
                again.push((field, ReadAs::Numbers));
            }
            again.sort_unstable_by_key(|&(field, _)| field);
            requests = again;
        }
        self.notes.extend(self.on_unnamed());
        let mut columns = Vec::new();
        for (name, done) in self.header.names.into_iter().zip(done) {
            if let Some((cells, notes)) = done {
                self.notes.extend(notes);
                columns.push(Column { name, cells });
            }
        }
        Ok((columns, self.notes, self.infinite))
    }

    /// Returns how to parse a column in the first pass.
    fn first_attempt(&self, field: usize) -> ReadAs {
        match self.options.given_kind(&self.header.names[field]) {
            Some(Kind::Numeric) => ReadAs::NumbersOnly,
            Some(Kind::Categorical) => ReadAs::Text,
            None if self.previews[field].text.is_some() => ReadAs::Text,
            None => ReadAs::Numbers,
        }
    }

    /// Rejects rows that are too short before memory is allocated for cells that they do not have.
    fn check_capacity(&self, rows: usize) -> Result<()> {
        let delimiters = self.header.required().saturating_sub(1);
        if rows.saturating_mul(delimiters) > self.table.text.len() {
            parse_columns::parse(self.table, &self.header, &[])?;
        }
        Ok(())
    }

    /// Returns the finished cells of a column, or how it must be parsed again.
    fn finish(
        &self,
        field: usize,
        read_as: ReadAs,
        parsed: ParsedColumn,
        earlier: &mut Option<ParseStats>,
    ) -> std::result::Result<(Cells, Vec<String>), ReadAs> {
        let name = &self.header.names[field];
        match parsed {
            ParsedColumn::Numbers(numbers, stats) => {
                let only_doubtful = stats.numbers == 0 && stats.doubtful > 0;
                let next = match read_as {
                    ReadAs::NumbersOnly => None,
                    _ if stats.text.is_some() || only_doubtful => Some(ReadAs::Text),
                    _ if self.options.target.as_ref() == Some(name) && task::has_few_integers(&numbers) => {
                        Some(ReadAs::NumericText)
                    }
                    _ => None,
                };
                let Some(next) = next else {
                    let mut notes = notes::on_numbers(name, &stats, self.options.named_by);
                    notes.extend(notes::on_sentinel(name, &numbers));
                    return Ok((Cells::Numbers(numbers), notes));
                };
                *earlier = Some(stats);
                Err(next)
            }
            ParsedColumn::Categories(categories) => {
                let known = || self.options.spellings.get(name).map_or(&[][..], Vec::as_slice);
                let categories =
                    if self.options.fold_case { case_folding::fold(categories, known()) } else { categories };
                let Dialect { decimal_comma, .. } = self.table.dialect;
                let mut notes = Vec::new();
                if let (ReadAs::NumericText, Some(stats)) = (read_as, &earlier) {
                    notes.extend(notes::on_numbers(name, stats, self.options.named_by));
                    notes.extend(notes::on_classes(name, &categories, decimal_comma));
                }
                notes.extend(notes::on_texts(name, &categories, self.options.named_by));
                if self.options.given_kind(name).is_none() {
                    let text = self.previews[field].text.as_ref();
                    let text = text.or(earlier.as_ref().and_then(|stats| stats.text.as_ref()));
                    notes.extend(notes::on_mixture(name, &categories, text, decimal_comma));
                }
                Ok((Cells::Categories(categories), notes))
            }
        }
    }

    /// Returns notes about the columns that have neither name nor value, and about those that were given a name.
    fn on_unnamed(&self) -> Vec<String> {
        let Header { names, roles, line } = &self.header;
        let mut notes = Vec::new();
        let empty: Vec<usize> = (0..roles.len()).filter(|&field| roles[field] == ColumnRole::Unnamed).collect();
        match empty.as_slice() {
            [] => {}
            [one] => notes.push(format!("column {} has no name and no values, ignored", one + 1)),
            [first, .., last] => {
                let (n, first, last) = (empty.len(), first + 1, last + 1);
                notes.push(format!("{n} columns between {first} and {last} have no name and no values, ignored"));
            }
        }
        let was_named =
            |&field: &usize| roles[field] == ColumnRole::Keep && names[field] == header::default_name(field);
        if line.is_some()
            && let Some(field) = (0..names.len()).find(was_named)
        {
            notes.push(format!("an unnamed column is called {:?}", names[field]));
        }
        notes
    }
}
