//! Every public type can be logged with defmt.
#![cfg(feature = "defmt")]

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use nearkin::baked::{CategoryColumn, IndicatorColumn, IntegerColumn, NumberColumn};
use nearkin::encode::{
    Affine, Category, CodeOutputs, HashAlgorithm, Indicator, InputColumn, InputKind, Lookup, Number, Policy,
};
use nearkin::format::{Head, Header, Payload, RowStorage, Section, Vote, Weighting};
use nearkin::typed::{ClusterScore, ExpectedModel, NearestCluster, TypedAnswer, UnknownName};
use nearkin::{
    Aligned, Assignment, Batch, Classification, Feature, Flags, InputError, LoadError, Metric, Model, Neighbor,
    Regression, Rule, Scratch, ScratchMut, SearchStats, Texts, Value,
};

/// Types without a value that firmware could log.
const WITHOUT_VALUES: [&str; 1] = ["BakedModel"];

fn is_format<T: defmt::Format + ?Sized>() {}

/// Does not compile unless all of them implement `Format`; returns their names.
macro_rules! formats {
    ($($name:ident $(<$($parameter:tt),+>)?),+ $(,)?) => {{
        $(is_format::<$name $(<$($parameter),+>)?>();)+
        BTreeSet::from([$(stringify!($name)),+])
    }};
}

#[test]
fn every_public_type_is_a_format() {
    let logged = formats![
        Affine,
        Aligned<[u8]>,
        TypedAnswer<'static, f32, 3>,
        Assignment<'static, 'static>,
        Batch<'static>,
        Category<'static>,
        Classification<'static, 'static>,
        ClusterScore,
        CategoryColumn,
        InputColumn<'static>,
        Feature,
        HashAlgorithm,
        Head,
        Header,
        Indicator,
        IndicatorColumn<i16>,
        InputError,
        IntegerColumn,
        ExpectedModel,
        InputKind<'static>,
        NearestCluster<4>,
        LoadError,
        Lookup<'static>,
        Flags,
        Metric,
        Model<'static>,
        Neighbor,
        Number,
        NumberColumn,
        CodeOutputs<'static>,
        Payload<'static>,
        Policy,
        Regression<'static, 'static>,
        Rule,
        Scratch<4, 3>,
        ScratchMut<'static>,
        Section,
        RowStorage,
        Texts<'static>,
        UnknownName,
        Value<'static>,
        SearchStats,
        Vote,
        Weighting,
    ];
    let mut declared = BTreeSet::new();
    collect(&Path::new(env!("CARGO_MANIFEST_DIR")).join("src"), &mut declared);
    let missing: Vec<&String> = declared
        .iter()
        .filter(|name| !logged.contains(name.as_str()) && !WITHOUT_VALUES.contains(&name.as_str()))
        .collect();
    assert_eq!(missing, Vec::<&String>::new(), "these types are in no list of this test");
    assert!(declared.len() > logged.len(), "the search for types finds too few: {declared:?}");
}

/// The names of the structs and enums that the sources declare as `pub`.
fn collect(folder: &Path, names: &mut BTreeSet<String>) {
    for entry in fs::read_dir(folder).expect("the sources are there") {
        let path = entry.expect("an entry").path();
        if path.is_dir() {
            collect(&path, names);
            continue;
        }
        for line in fs::read_to_string(&path).expect("sources are text").lines() {
            let declared = ["pub struct ", "pub enum "].into_iter().find_map(|start| line.trim().strip_prefix(start));
            let Some(rest) = declared else { continue };
            let name: String = rest.chars().take_while(char::is_ascii_alphanumeric).collect();
            names.insert(name);
        }
    }
}
