//! The names of columns, and which of them are wanted.

use rustc_hash::FxHashMap;

use crate::data::ReadOptions;
use crate::data::dialect::Dialect;
use crate::data::fields::Fields;
use crate::data::number;
use crate::data::records::Record;
use crate::error::{Place, did_you_mean};
use crate::{Error, Result};

/// What becomes of a column.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Role {
    /// Read and kept.
    Keep,
    /// Not wanted, but every row must have it.
    Skip,
    /// Has no name: kept if any cell has a value, else no column at all.
    Unnamed,
}

/// The columns of a file.
#[derive(Debug)]
pub(super) struct Header {
    pub(super) names: Vec<String>,
    pub(super) roles: Vec<Role>,
    /// The names were on this line; `None` if they were made up.
    pub(super) line: Option<u64>,
}

impl Header {
    /// Reads names from the first row, or numbers its cells when there is no header.
    ///
    /// # Errors
    /// Too many columns, two wanted columns of one name, or an option that names a column which is not there.
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
            names.push(if named[at] { cell.into_owned() } else { made_up_name(at) });
        }
        let header = Self { names, roles: Vec::new(), line: (!options.no_header).then_some(record.line) };
        let wanted = Wanted::new(file, &header.names, options)?;
        let role = |(name, named): (&String, bool)| match (wanted.keeps(name), named || wanted.is_asked_for(name)) {
            (false, _) => Role::Skip,
            (true, true) => Role::Keep,
            (true, false) => Role::Unnamed,
        };
        let roles: Vec<Role> = header.names.iter().zip(named).map(role).collect();
        check_duplicates(&place(), &header.names, &roles, options.named_by)?;
        Ok(Self { roles, ..header })
    }

    /// Gives the cells that every row must have: up to the last column that has a name or is kept.
    pub(super) fn required(&self) -> usize {
        self.roles.iter().rposition(|&role| role != Role::Unnamed).map_or(0, |last| last + 1)
    }

    /// Gives a note when the names look like data.
    pub(super) fn note(&self) -> Option<String> {
        let line = self.line?;
        let number = self.names.iter().find(|name| number::parse(name, false).is_some_and(f64::is_finite))?;
        Some(format!("line {line} is taken for the names although it holds {number:?} (--no-header if it is data)"))
    }
}

/// Gives the name of the column at `field`, from 0, where the file has none.
pub(super) fn made_up_name(field: usize) -> String {
    format!("column_{}", field + 1)
}

/// The columns that options ask for.
struct Wanted<'o> {
    /// Features, if told; drops; both only looked up.
    features: Option<FxHashMap<&'o str, ()>>,
    drop: FxHashMap<&'o str, ()>,
    /// Named by any option but `--drop`.
    asked: FxHashMap<&'o str, ()>,
    roles: [Option<&'o str>; 2],
}

impl<'o> Wanted<'o> {
    fn new(file: &str, names: &[String], options: &'o ReadOptions) -> Result<Self> {
        let there: FxHashMap<&str, ()> = names.iter().map(|name| (name.as_str(), ())).collect();
        let roles = [options.target.as_deref(), options.group.as_deref()];
        let set = |list: &'o [String]| list.iter().map(|name| (name.as_str(), ())).collect::<FxHashMap<_, _>>();
        let features = options.features.as_deref().unwrap_or_default();
        let by = |option: &'static str| options.named_by.unwrap_or(option);
        let absent_target =
            options.target.as_deref().filter(|name| options.target_may_be_absent && !there.contains_key(name));
        let asked = [by("--target"), "--group"]
            .into_iter()
            .zip(roles)
            .filter_map(|(option, name)| Some((option, name?)))
            .chain(features.iter().map(|name| (by("--features"), name.as_str())))
            .chain(options.options_of_columns.iter().map(|(name, &option)| (option, name.as_str())))
            .chain(options.kinds.keys().map(|name| ("--numeric or --categorical", name.as_str())))
            .filter(|(_, name)| absent_target != Some(name));
        let dropped = options.drop.iter().map(|name| ("--drop", name.as_str()));
        for (option, name) in asked.clone().chain(dropped) {
            if !there.contains_key(name) {
                let message = absent(option, name, names) + &other_names(names, options);
                return Err(Error::data(Place::file(file), message));
            }
        }
        Ok(Self {
            features: options.features.as_deref().map(set),
            drop: set(&options.drop),
            asked: asked.map(|(_, name)| (name, ())).collect(),
            roles,
        })
    }

    fn keeps(&self, name: &str) -> bool {
        let is_feature = self.features.as_ref().is_none_or(|features| features.contains_key(name));
        (is_feature && !self.drop.contains_key(name)) || self.roles.contains(&Some(name))
    }

    fn is_asked_for(&self, name: &str) -> bool {
        self.asked.contains_key(name)
    }
}

/// Says that an option names a column which is not there: with the nearest name, else with those that are.
fn absent(option: &str, name: &str, names: &[String]) -> String {
    let mut message = format!("no column {name:?}, which {option} names");
    let near = did_you_mean(name, names.iter().map(String::as_str));
    if near.is_empty() {
        let shown: Vec<_> = names.iter().take(10).map(|name| format!("{name:?}")).collect();
        let more = if names.len() > shown.len() { ", …" } else { "" };
        message.push_str(&format!("; there are {}{more}", shown.join(", ")));
    }
    message + &near
}

/// Says what may be wrong with the line of names when a column is not found: it is a comment, data, or one cell.
fn other_names(names: &[String], options: &ReadOptions) -> String {
    let first = names.first().map_or("", String::as_str);
    if options.no_header {
        String::new()
    } else if let Some(mark) =
        first.chars().next().filter(|mark| "#%".contains(*mark)).filter(|_| options.comment.is_none())
    {
        format!("; --comment {mark:?} if {first:?} is a comment and the names stand below")
    } else if names.iter().any(|name| number::parse(name, false).is_some_and(f64::is_finite)) {
        "; --no-header if these are data".to_owned()
    } else if names.len() == 1 {
        "; --delimiter if another separates cells, or delete the lines above the names".to_owned()
    } else {
        String::new()
    }
}

fn check_duplicates(place: &Place, names: &[String], roles: &[Role], named_by: Option<&str>) -> Result<()> {
    let mut first = FxHashMap::default();
    for (at, name) in names.iter().enumerate().filter(|&(at, _)| roles[at] != Role::Skip) {
        if let Some(earlier) = first.insert(name.as_str(), at) {
            let (one, two) = (earlier + 1, at + 1);
            let advice = match named_by {
                Some(model) => format!("rename the one that {model} does not mean"),
                None => format!("rename one, --drop {name:?} leaves both out, --no-header if this line is data"),
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
    fn columns_are_kept_skipped_or_wait_for_a_value() {
        let options = ReadOptions { drop: vec!["b".into()], target: Some("c".into()), ..ReadOptions::default() };
        let read = header(",a,b,c,", &options).unwrap();
        assert_eq!(read.names, ["column_1", "a", "b", "c", "column_5"]);
        assert_eq!(read.roles, [Role::Unnamed, Role::Keep, Role::Skip, Role::Keep, Role::Unnamed]);
        assert_eq!(read.required(), 4);
    }

    #[test]
    fn an_unnamed_column_that_is_asked_for_is_kept() {
        let options = ReadOptions {
            no_header: true,
            features: Some(vec!["column_2".into()]),
            target: Some("column_1".into()),
            ..ReadOptions::default()
        };
        assert_eq!(header("x,y,z", &options).unwrap().roles, [Role::Keep, Role::Keep, Role::Skip]);
    }

    #[test]
    fn a_name_that_is_not_there_gets_advice() {
        let options = ReadOptions { target: Some("specie".into()), ..ReadOptions::default() };
        let error = |text| header(text, &options).unwrap_err().to_string();
        assert_eq!(error("species,x"), "f: no column \"specie\", which --target names (did you mean \"species\"?)");
        let model = ReadOptions {
            features: Some(vec!["b".into(), "c".into()]),
            named_by: Some("the model"),
            ..ReadOptions::default()
        };
        let missing = header("a,b", &model).unwrap_err().to_string();
        assert_eq!(missing, "f: no column \"c\", which the model names; there are \"a\", \"b\"");
        assert_eq!(error("a,b"), "f: no column \"specie\", which --target names; there are \"a\", \"b\"");
    }

    #[test]
    fn a_line_that_is_not_of_names_is_suspected() {
        let options = ReadOptions { target: Some("activity".into()), ..ReadOptions::default() };
        let error = |text| header(text, &options).unwrap_err().to_string();
        assert!(
            error("# logger 7").ends_with("--comment '#' if \"# logger 7\" is a comment and the names stand below")
        );
        assert!(error("2026-03-01,20.5,a").ends_with("; --no-header if these are data"));
        assert!(
            error("Device: X7")
                .ends_with("; --delimiter if another separates cells, or delete the lines above the names")
        );
    }

    #[test]
    fn duplicates_matter_only_where_they_are_wanted() {
        let error = header("x,y,x", &ReadOptions::default()).unwrap_err().to_string();
        assert!(error.starts_with("f:1: duplicate column name \"x\" (columns 1 and 3)"), "{error}");
        assert!(header("column_2,", &ReadOptions::default()).is_err(), "a made-up name may not hide a real one");
        let options = ReadOptions { drop: vec!["x".into()], ..ReadOptions::default() };
        assert!(header("x,y,x", &options).is_ok());
    }

    #[test]
    fn too_many_columns_are_refused() {
        let options = ReadOptions { max_columns: 3, ..ReadOptions::default() };
        assert!(header("a,b,c", &options).is_ok());
        let error = header("a,b,c,d", &options).unwrap_err().to_string();
        assert_eq!(error, "f:1: more than 3 columns; is ',' the delimiter (--delimiter)?");
    }

    #[test]
    fn numbers_among_the_names_are_noted() {
        let note = header("5.1,3.5,setosa", &ReadOptions::default()).unwrap().note().unwrap();
        assert!(note.contains("\"5.1\" (--no-header"), "{note}");
        assert_eq!(header("a,inf", &ReadOptions::default()).unwrap().note(), None);
    }
}
