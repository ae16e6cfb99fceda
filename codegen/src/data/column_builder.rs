//! Columns read until each has its kind.

use crate::Result;
use crate::data::dialect::Dialect;
use crate::data::header::{self, Header, Role};
use crate::data::parse_columns::{self, Filled, Table, Tally, Wish};
use crate::data::preview::Glance;
use crate::data::{Cells, Column, Kind, ReadOptions, case_folding, id_columns, notes};

/// The columns while they are read.
pub(super) struct Columns<'t> {
    pub(super) table: Table<'t>,
    pub(super) header: Header,
    pub(super) glances: Vec<Glance>,
    pub(super) options: &'t ReadOptions,
    pub(super) notes: Vec<String>,
    /// The first infinite cell of a column: its name, line and text.
    pub(super) infinite: Vec<(String, u64, String)>,
}

/// What was read: the columns, the notes, and of each column the first infinite cell, its line and text.
type Read = (Vec<Column>, Vec<String>, Vec<(String, u64, String)>);

/// A column that is done: its cells and the notes on it.
type Done = Option<(Cells, Vec<String>)>;

impl Columns<'_> {
    /// Walks over the rows until every column has its kind: mostly once, again for columns that were taken for
    /// numbers and are not, and for classes that are integers.
    pub(super) fn read(mut self, rows: usize) -> Result<Read> {
        for (role, glance) in self.header.roles.iter_mut().zip(&self.glances) {
            if *role == Role::Unnamed && glance.has_value {
                *role = Role::Keep;
            }
        }
        let kept = (0..self.header.roles.len()).filter(|&field| self.header.roles[field] == Role::Keep);
        let mut wishes: Vec<(usize, Wish)> = kept.map(|field| (field, self.wish(field))).collect();
        let mut done: Vec<Done> = self.header.names.iter().map(|_| None).collect();
        let mut tallies: Vec<Option<Tally>> = self.header.names.iter().map(|_| None).collect();
        let mut is_first = true;
        while is_first || !wishes.is_empty() {
            self.check_room(rows)?;
            let (filled, walk) = parse_columns::fill(self.table, &self.header, &wishes)?;
            if is_first && walk.long_rows > 0 {
                let rows =
                    if walk.long_rows == 1 { "1 row ends".into() } else { format!("{} rows end", walk.long_rows) };
                self.notes.push(format!("{rows} in empty cells beyond the last column, left out"));
            }
            is_first = false;
            let mut again = Vec::new();
            for ((field, wish), filled) in std::mem::take(&mut wishes).into_iter().zip(filled) {
                if let Filled::Numbers(_, Tally { text: None, first_infinite: Some((line, text)), .. }) = &filled {
                    self.infinite.push((self.header.names[field].clone(), *line, text.clone()));
                }
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
            parse_columns::fill(self.table, &self.header, &[])?;
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
                    _ if self.options.target.as_ref() == Some(name) && id_columns::has_few_integers(&numbers) => {
                        Some(Wish::TextsOfNumbers)
                    }
                    _ => None,
                };
                let Some(next) = next else {
                    let mut notes = notes::on_numbers(name, &tally, self.options.named_by);
                    notes.extend(notes::on_sentinel(name, &numbers));
                    return Ok((Cells::Numbers(numbers), notes));
                };
                *earlier = Some(tally);
                Err(next)
            }
            Filled::Categories(categories) => {
                let known = || self.options.spellings.get(name).map_or(&[][..], Vec::as_slice);
                let categories =
                    if self.options.fold_case { case_folding::fold(categories, known()) } else { categories };
                let Dialect { decimal_comma, .. } = self.table.dialect;
                let mut notes = Vec::new();
                if let (Wish::TextsOfNumbers, Some(tally)) = (wish, &earlier) {
                    notes.extend(notes::on_numbers(name, tally, self.options.named_by));
                    notes.extend(notes::on_classes(name, &categories, decimal_comma));
                }
                notes.extend(notes::on_texts(name, &categories, self.options.named_by));
                if self.options.told(name).is_none() {
                    let text = self.glances[field].text.as_ref();
                    let text = text.or(earlier.as_ref().and_then(|tally| tally.text.as_ref()));
                    notes.extend(notes::on_mixture(name, &categories, text, decimal_comma));
                }
                Ok((Cells::Categories(categories), notes))
            }
        }
    }

    /// Gives notes on the columns that have neither name nor value, and on those that got a name.
    fn on_unnamed(&self) -> Vec<String> {
        let Header { names, roles, line } = &self.header;
        let mut notes = Vec::new();
        let empty: Vec<usize> = (0..roles.len()).filter(|&field| roles[field] == Role::Unnamed).collect();
        match empty.as_slice() {
            [] => {}
            [one] => notes.push(format!("column {} has no name and no value: left out", one + 1)),
            [first, .., last] => {
                let (n, first, last) = (empty.len(), first + 1, last + 1);
                notes.push(format!("{n} columns from {first} to {last} have no name and no value: left out"));
            }
        }
        let got_name = |&field: &usize| roles[field] == Role::Keep && names[field] == header::made_up_name(field);
        if line.is_some()
            && let Some(field) = (0..names.len()).find(got_name)
        {
            notes.push(format!("a column without a name is called {:?}", names[field]));
        }
        notes
    }
}
