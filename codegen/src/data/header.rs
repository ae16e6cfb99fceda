//! The header: names of the columns, and which of them are kept.

use rustc_hash::FxHashMap;

use crate::data::ReadOptions;
use crate::data::dialect::Dialect;
use crate::data::fields::Fields;
use crate::data::number;
use crate::data::records::Record;
use crate::error::{Place, did_you_mean};
use crate::{Error, Result};

/// The treatment of a column.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum ColumnRole {
    /// Parsed and kept.
    Keep,
    /// Not kept, but every row must have a cell for it.
    Skip,
    /// Without a name: kept if any cell has a value, otherwise ignored.
    Unnamed,
}

/// The columns of a file.
#[derive(Debug)]
pub(super) struct Header {
    pub(super) names: Vec<String>,
    pub(super) roles: Vec<ColumnRole>,
    /// The line of the names; `None` if the file has no header.
    pub(super) line: Option<u64>,
}

impl Header {
    /// Reads names from the first row, or numbers its cells if there is no header.
    ///
    /// # Errors
    /// Too many columns, two kept columns with the same name, or an option that names a column that does not exist.
    pub(super) fn read(file: &str, record: Record<'_>, dialect: Dialect, options: &ReadOptions) -> Result<Self> {
        let place = || Place::file(file).line(record.line);
        let cells: Vec<_> = Fields::new(record, dialect).take(options.max_columns.saturating_add(1)).collect();
        if cells.len() > options.max_columns {
            let message = format!(
                "more than {} columns; is {:?} the delimiter (--delimiter)?",
                options.max_columns,
                char::from(dialect.delimiter)
            );
            return Err(Error::data(place(), message));
        }
        let mut names = Vec::with_capacity(cells.len());
        let mut named = Vec::with_capacity(cells.len());
        for (at, cell) in cells.into_iter().enumerate() {
            named.push(!options.no_header && !cell.is_empty());
            names.push(if named[at] { cell.into_owned() } else { default_name(at) });
        }
        let header = Self { names, roles: Vec::new(), line: (!options.no_header).then_some(record.line) };
        let wanted = Wanted::new(file, &header.names, options)?;
        let role = |(name, named): (&String, bool)| match (wanted.keeps(name), named || wanted.is_named(name)) {
            (false, _) => ColumnRole::Skip,
            (true, true) => ColumnRole::Keep,
            (true, false) => ColumnRole::Unnamed,
        };
        let roles: Vec<ColumnRole> = header.names.iter().zip(named).map(role).collect();
        check_duplicates(&place(), &header.names, &roles, options.named_by)?;
        Ok(Self { roles, ..header })
    }

    /// Returns the number of cells that every row must have: up to the last column that has a name or is kept.
    pub(super) fn required(&self) -> usize {
        self.roles.iter().rposition(|&role| role != ColumnRole::Unnamed).map_or(0, |last| last + 1)
    }

    /// Returns a note if the names look like data.
    pub(super) fn note(&self) -> Option<String> {
        let line = self.line?;
        let number = self.names.iter().find(|name| number::parse(name, false).is_some_and(f64::is_finite))?;
        Some(format!(
            "line {line} is read as column names although it contains {number:?} (use --no-header if it is data)"
        ))
    }
}

/// Returns the name of the column at `field`, from 0, for a file without names.
pub(super) fn default_name(field: usize) -> String {
    format!("column_{}", field + 1)
}

/// The columns named by options.
struct Wanted<'o> {
    /// The features, if given, and the dropped columns; never iterated.
    features: Option<FxHashMap<&'o str, ()>>,
    drop: FxHashMap<&'o str, ()>,
    /// The columns named by any option except `--drop`.
    named: FxHashMap<&'o str, ()>,
    roles: [Option<&'o str>; 2],
}

impl<'o> Wanted<'o> {
    fn new(file: &str, names: &[String], options: &'o ReadOptions) -> Result<Self> {
        let existing: FxHashMap<&str, ()> = names.iter().map(|name| (name.as_str(), ())).collect();
        let roles = [options.target.as_deref(), options.group.as_deref()];
        let set = |list: &'o [String]| list.iter().map(|name| (name.as_str(), ())).collect::<FxHashMap<_, _>>();
        let features = options.features.as_deref().unwrap_or_default();
        let by = |option: &'static str| options.named_by.unwrap_or(option);
        let absent_target =
            options.target.as_deref().filter(|name| options.target_may_be_absent && !existing.contains_key(name));
        let named = [by("--target"), "--group"]
            .into_iter()
            .zip(roles)
            .filter_map(|(option, name)| Some((option, name?)))
            .chain(features.iter().map(|name| (by("--features"), name.as_str())))
            .chain(options.column_options.iter().map(|(name, &option)| (option, name.as_str())))
            .chain(options.kinds.keys().map(|name| ("--numeric or --categorical", name.as_str())))
            .filter(|(_, name)| absent_target != Some(name));
        let dropped = options.drop.iter().map(|name| ("--drop", name.as_str()));
        for (option, name) in named.clone().chain(dropped) {
            if !existing.contains_key(name) {
                let message = absent(option, name, names) + &header_advice(names, options);
                return Err(Error::data(Place::file(file), message));
            }
        }
        Ok(Self {
            features: options.features.as_deref().map(set),
            drop: set(&options.drop),
            named: named.map(|(_, name)| (name, ())).collect(),
            roles,
        })
    }

    fn keeps(&self, name: &str) -> bool {
        let is_feature = self.features.as_ref().is_none_or(|features| features.contains_key(name));
        (is_feature && !self.drop.contains_key(name)) || self.roles.contains(&Some(name))
    }

    fn is_named(&self, name: &str) -> bool {
        self.named.contains_key(name)
    }
}

/// Returns the message for an option that names a column that does not exist, with the nearest name or the existing names.
fn absent(option: &str, name: &str, names: &[String]) -> String {
    let mut message = format!("no column {name:?}, specified by {option}");
    let near = did_you_mean(name, names.iter().map(String::as_str));
    if near.is_empty() {
        let shown: Vec<_> = names.iter().take(10).map(|name| format!("{name:?}")).collect();
        let more = if names.len() > shown.len() { ", …" } else { "" };
        message.push_str(&format!("; the columns are {}{more}", shown.join(", ")));
    }
    message + &near
}

/// Returns what may be wrong with the header if a column is not found: it is a comment, data, or a single cell.
fn header_advice(names: &[String], options: &ReadOptions) -> String {
    let first = names.first().map_or("", String::as_str);
    if options.no_header {
        String::new()
    } else if let Some(mark) =
        first.chars().next().filter(|mark| "#%".contains(*mark)).filter(|_| options.comment.is_none())
    {
        format!("; use --comment {mark:?} if {first:?} is a comment above the column names")
    } else if names.iter().any(|name| number::parse(name, false).is_some_and(f64::is_finite)) {
        "; use --no-header if the first line is data".to_owned()
    } else if names.len() == 1 {
        "; set --delimiter if the file has another one, or delete the lines above the column names".to_owned()
    } else {
        String::new()
    }
}

fn check_duplicates(place: &Place, names: &[String], roles: &[ColumnRole], named_by: Option<&str>) -> Result<()> {
    let mut first = FxHashMap::default();
    for (at, name) in names.iter().enumerate().filter(|&(at, _)| roles[at] != ColumnRole::Skip) {
        if let Some(earlier) = first.insert(name.as_str(), at) {
            let (one, two) = (earlier + 1, at + 1);
            let advice = match named_by {
                Some(model) => format!("rename the one that {model} does not use"),
                None => {
                    format!("rename one, or use --drop {name:?} to leave out both, or --no-header if this line is data")
                }
            };
            let message = format!("duplicate column name {name:?} (columns {one} and {two}); {advice}");
            return Err(Error::data(place.clone(), message));
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn header(text: &str, options: &ReadOptions) -> Result<Header> {
        let record = Record { text, line: 1, quoted: false };
        Header::read("f", record, Dialect::default(), options)
    }

    #[test]
    fn columns_are_kept_skipped_or_unnamed() {
        let options = ReadOptions { drop: vec!["b".into()], target: Some("c".into()), ..ReadOptions::default() };
        let read = header(",a,b,c,", &options).unwrap();
        assert_eq!(read.names, ["column_1", "a", "b", "c", "column_5"]);
        assert_eq!(
            read.roles,
            [ColumnRole::Unnamed, ColumnRole::Keep, ColumnRole::Skip, ColumnRole::Keep, ColumnRole::Unnamed]
        );
        assert_eq!(read.required(), 4);
    }

    #[test]
    fn an_unnamed_column_that_an_option_names_is_kept() {
        let options = ReadOptions {
            no_header: true,
            features: Some(vec!["column_2".into()]),
            target: Some("column_1".into()),
            ..ReadOptions::default()
        };
        assert_eq!(header("x,y,z", &options).unwrap().roles, [ColumnRole::Keep, ColumnRole::Keep, ColumnRole::Skip]);
    }

    #[test]
    fn an_unknown_name_gets_advice() {
        let options = ReadOptions { target: Some("specie".into()), ..ReadOptions::default() };
        let error = |text| header(text, &options).unwrap_err().to_string();
        assert_eq!(error("species,x"), "f: no column \"specie\", specified by --target (did you mean \"species\"?)");
        let model = ReadOptions {
            features: Some(vec!["b".into(), "c".into()]),
            named_by: Some("the model"),
            ..ReadOptions::default()
        };
        let missing = header("a,b", &model).unwrap_err().to_string();
        assert_eq!(missing, "f: no column \"c\", specified by the model; the columns are \"a\", \"b\"");
        assert_eq!(error("a,b"), "f: no column \"specie\", specified by --target; the columns are \"a\", \"b\"");
    }

    #[test]
    fn a_header_that_is_a_comment_or_data_is_suspected() {
        let options = ReadOptions { target: Some("activity".into()), ..ReadOptions::default() };
        let error = |text| header(text, &options).unwrap_err().to_string();
        assert!(
            error("# logger 7").ends_with("use --comment '#' if \"# logger 7\" is a comment above the column names")
        );
        assert!(error("2026-03-01,20.5,a").ends_with("; use --no-header if the first line is data"));
        assert!(
            error("Device: X7")
                .ends_with("; set --delimiter if the file has another one, or delete the lines above the column names")
        );
    }

    #[test]
    fn duplicate_names_matter_only_among_kept_columns() {
        let error = header("x,y,x", &ReadOptions::default()).unwrap_err().to_string();
        assert!(error.starts_with("f:1: duplicate column name \"x\" (columns 1 and 3)"), "{error}");
        assert!(header("column_2,", &ReadOptions::default()).is_err(), "a default name must not hide a real one");
        let options = ReadOptions { drop: vec!["x".into()], ..ReadOptions::default() };
        assert!(header("x,y,x", &options).is_ok());
    }

    #[test]
    fn too_many_columns_are_rejected() {
        let options = ReadOptions { max_columns: 3, ..ReadOptions::default() };
        assert!(header("a,b,c", &options).is_ok());
        let error = header("a,b,c,d", &options).unwrap_err().to_string();
        assert_eq!(error, "f:1: more than 3 columns; is ',' the delimiter (--delimiter)?");
    }

    #[test]
    fn numbers_among_the_names_are_noted() {
        let note = header("5.1,3.5,setosa", &ReadOptions::default()).unwrap().note().unwrap();
        assert!(note.contains("\"5.1\" (use --no-header"), "{note}");
        assert_eq!(header("a,inf", &ReadOptions::default()).unwrap().note(), None);
    }
}
