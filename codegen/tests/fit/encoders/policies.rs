//! Every method with every policy on small columns: a defined result, never a panic, and a consistent encoding.

use nearkin_codegen::Error;
use nearkin_codegen::encoders::{EncoderSpec, Encoding, Fallback, METHODS, Shape, TargetColumn, fit};

use super::columns::{Cell, Coded};

const UNKNOWN: [&str; 8] = ["error", "value", "missing", "indicator", "level", "infrequent", "nan", "constant:2.5"];
const MISSING: [&str; 11] = [
    "auto",
    "error",
    "most-frequent",
    "level",
    "reserve",
    "ignore",
    "drop",
    "indicator",
    "nan",
    "constant:a",
    "constant:not there",
];

fn check(encoding: &Encoding, rows: usize, what: &str) {
    let (levels, width) = (encoding.levels.len(), encoding.width());
    assert_eq!(encoding.outputs.len(), width, "{what}");
    let mut names = encoding.outputs.clone();
    names.sort_unstable();
    names.dedup();
    assert_eq!(names.len(), width, "{what}: names are distinct");
    let mut distinct = encoding.levels.clone();
    distinct.sort_unstable();
    distinct.dedup();
    assert_eq!(distinct.len(), levels, "{what}: levels are distinct");
    let mut finite = true;
    for code in 0..levels + 2 {
        let answer = [None, Some(encoding.missing), Some(encoding.unknown)][(code + 1).saturating_sub(levels).min(2)];
        match encoding.outputs_of(code) {
            Some(outputs) => {
                assert_eq!(outputs.len(), width, "{what}");
                finite &= outputs.iter().all(|x| x.is_finite());
            }
            None => assert_eq!(answer, Some(Fallback::Error), "{what}"),
        }
        if let Some(Fallback::Code(at)) = answer {
            assert!(at < levels, "{what}");
        }
    }
    assert_eq!(encoding.outputs_of(levels + 2), None);
    if let Shape::Table(table) = &encoding.shape {
        assert_eq!((table.width(), table.numbers(|_, value| value).len()), (width, (levels + 2) * width), "{what}");
    }
    if let Shape::OneHot { slots, missing, unknown, width } = &encoding.shape {
        assert_eq!(slots.len(), levels, "{what}");
        assert!(slots.iter().chain([missing, unknown]).flatten().all(|&slot| (slot as usize) < *width), "{what}");
    }
    if let Some(training) = &encoding.training {
        assert_eq!(training.len(), rows * width, "{what}");
    }
    let nan = [encoding.missing, encoding.unknown].contains(&Fallback::Nan);
    if width > 0 && !nan && encoding.training.is_none() {
        assert_eq!(encoding.device_objection().is_none(), finite, "{what}");
    }
    assert!(!nan || encoding.device_objection().is_some(), "{what}");
}

#[test]
fn every_method_with_every_policy_has_a_defined_answer() {
    let column = |text: &str| -> Vec<Cell> { text.chars().map(|c| (c != '-').then(|| c.to_string())).collect() };
    let columns = ["a", "-", "aaaa", "ab-b", "ba", "----", "abcdef", "0123", "a-", "aabbccdd--eeff", "", "nan-n"];
    let numbers = [0.0, 1.0, 1.0, 0.0, 2.5, 1.0, 0.0, 1.0, 0.0, 1.0, 1.0, 0.0, 1.0, 0.0];
    let bits = [0.0, 1.0, 1.0, 0.0, 1.0, 1.0, 0.0, 0.0, 1.0, 0.0, 1.0, 1.0, 0.0, 1.0];
    let classes = [0, 1, 2, 1, 0, 2, 2, 1, 0, 0, 1, 2, 1, 0];
    let names = ["x", "y", "z"].map(String::from);
    let extras =
        ["", "sigma=0.1,", "order=appearance,", "min_frequency=2,", "cv=2,", "drop=first,", "variant=article,"];
    let (mut fitted, mut refused_specs, mut refused_data) = (0, 0, 0);
    for info in METHODS {
        for (extra, unknown, missing) in extras
            .iter()
            .flat_map(|extra| UNKNOWN.iter().flat_map(move |unknown| MISSING.iter().map(move |m| (extra, unknown, m))))
        {
            let key = extra.split('=').next().unwrap();
            if !key.is_empty() && !info.has_key(key) {
                continue;
            }
            let unknown = if info.has_key("unknown") { format!("unknown={unknown},") } else { String::new() };
            let text = format!("{}:{extra}{unknown}missing={missing}", info.name);
            let spec: EncoderSpec = match text.parse() {
                Ok(spec) => spec,
                Err(Error::Usage(_)) => {
                    refused_specs += 1;
                    continue;
                }
                Err(other) => panic!("{text}: {other}"),
            };
            assert_eq!(spec.to_string().parse::<EncoderSpec>().unwrap(), spec, "{text}");
            for cells in columns.map(column) {
                let coded = Coded::new(&cells);
                let n = cells.len();
                for target in [
                    TargetColumn::Numbers(&numbers[..n]),
                    TargetColumn::Numbers(&bits[..n]),
                    TargetColumn::Numbers(&[7.0; 14][..n]),
                    TargetColumn::Classes { codes: &classes[..n], names: &names },
                ] {
                    let what = format!("{text} on {cells:?}");
                    match fit(&spec, &coded.input().with_target(target)) {
                        Ok(encoding) => {
                            check(&encoding, n, &what);
                            fitted += 1;
                        }
                        Err(Error::Data { .. }) => refused_data += 1,
                        Err(other) => panic!("{what}: {other}"),
                    }
                    if !info.supervised {
                        break;
                    }
                }
            }
        }
    }
    println!("fitted {fitted}, refused specs {refused_specs}, refused data {refused_data}");
    assert!(fitted > 50_000 && refused_specs > 900 && refused_data > 20_000, "{fitted} {refused_specs} {refused_data}");
}
