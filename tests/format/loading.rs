//! A loaded model borrows the caller's bytes, which must be aligned.

use nearkin::{LoadError, Model, include_model};
use nearkin_codegen::model::aligned::Aligned;
use nearkin_tests::sample_models::fit_all;

use crate::document::dump;

/// A model in the test's binary, as in firmware.
static INCLUDED: &[u8] = include_model!("blobs/small-1.nkn");

#[test]
fn an_included_model_is_aligned_and_loads() {
    assert_eq!(INCLUDED.as_ptr().align_offset(4), 0);
    assert_eq!(INCLUDED, dump());
    let model = Model::from_bytes(INCLUDED).expect("the small model is valid");
    assert_eq!(model.target_name(), Some("kind"));
}

#[test]
fn tables_and_names_are_borrowed_from_the_callers_bytes() {
    for sample in fit_all() {
        let aligned = Aligned::new(&sample.fitted.blob);
        let bytes = aligned.bytes();
        let model = Model::from_bytes(bytes).unwrap_or_else(|error| panic!("{}: {error}", sample.name));
        let inside = |part: &[u8]| bytes.as_ptr_range().contains(&part.as_ptr());
        assert!(inside(model.payload().tables), "{}: tables", sample.name);
        for name in model.column_names().expect("a model has column names").iter() {
            assert!(inside(name.as_bytes()), "{}: {name}", sample.name);
        }
        for class in 0..model.payload().classes {
            let name = model.class_name(class).expect("a class has a name");
            assert!(inside(name.as_bytes()), "{}: {name}", sample.name);
        }
    }
}

#[test]
fn a_model_without_its_tables_is_small() {
    // Four slices; on a chip their pointers and lengths have 4 bytes each.
    let on_a_chip = size_of::<Model<'_>>() - 4 * 2 * (size_of::<usize>() - 4);
    assert!(on_a_chip <= 160, "{on_a_chip} bytes");
}

#[test]
fn bytes_that_are_not_word_aligned_are_refused() {
    let dump = dump();
    for shift in 1..4 {
        let mut padded = vec![0; shift];
        padded.extend_from_slice(&dump);
        let shifted = Aligned::new(&padded);
        assert_eq!(Model::from_bytes(&shifted.bytes()[shift..]).err(), Some(LoadError::Misaligned), "shift {shift}");
    }
}
