//! Each rule of `core/FORMAT.md`, violated alone behind a matching checksum, has a separate error.

use nearkin::encode::Policy;
use nearkin::format::{HEADER_BYTES, Head, Header, RowStorage, Vote, Weighting};
use nearkin::{FORMAT_VERSION, Feature, LoadError, Metric, Model, Rule};
use nearkin_codegen::model::aligned::Aligned;
use nearkin_codegen::model::{
    CategoryTable, CodeDifference, CodedColumn, ColumnKind, LookupTable, ModelColumn, ModelTables, OutputTable,
    Targets, write,
};
use nearkin_tests::blob_editor::{BlobEditor, seal};
use nearkin_tests::sample_models::{fit_all, fit_one};

use crate::document::dump;

/// The bits of floats that no table may contain.
const NOT_FINITE: [u32; 4] = [0x7FC0_0000, 0xFF80_0001, 0x7F80_0000, 0xFF80_0000];

fn load(blob: &[u8]) -> Result<(), LoadError> {
    Model::from_bytes(Aligned::new(blob).bytes()).map(|_| ())
}

/// The small model of FORMAT.md, where its words are numbered.
fn small() -> BlobEditor {
    BlobEditor::open(&dump())
}

/// Returns the sample model of that name.
fn sample(name: &str) -> BlobEditor {
    BlobEditor::open(&fit_one(name).blob)
}

/// Asserts that a change to a valid model violates exactly `rule`, at index `at`.
#[track_caller]
fn breaks(mut model: BlobEditor, change: impl FnOnce(&mut BlobEditor), rule: Rule, at: u32) {
    assert_eq!(load(&model.write()), Ok(()), "valid before the change");
    change(&mut model);
    assert_eq!(load(&model.write()), Err(LoadError::Invalid { rule, at }));
}

/// Returns the index of the first word of a column's parameters.
fn parameters(model: &BlobEditor, column: usize) -> usize {
    let records = model.payload.sections[0] as usize - 1;
    (model.tables[records + column * 2 + 1] & 0x00FF_FFFF) as usize
}

/// Returns the index of the first word of a section.
fn section(model: &BlobEditor, section: usize) -> usize {
    model.payload.sections[section] as usize - 1
}

fn vote(neighbors: u32) -> Vote {
    Vote { neighbors, weighting: Weighting::Uniform }
}

#[test]
fn a_blob_that_is_decoded_and_written_is_unchanged() {
    assert_eq!(small().write(), dump());
    for model in fit_all() {
        let blob = model.fitted.blob;
        assert_eq!(BlobEditor::open(&blob).write(), blob, "{}", model.name);
    }
}

#[test]
fn header_and_message_have_separate_errors() {
    let message = dump()[HEADER_BYTES..].to_vec();
    let with = |version: u16, flags: u16| {
        let header = Header { version, flags, payload_bytes: u32::try_from(message.len()).expect("small") };
        [header.write(&message).as_slice(), &message].concat()
    };
    assert_eq!(load(&with(FORMAT_VERSION, 0)), Ok(()));
    let newer = FORMAT_VERSION + 1;
    let other = LoadError::UnsupportedVersion { found: newer, supported: FORMAT_VERSION };
    assert_eq!(load(&with(newer, 0)), Err(other));
    assert_eq!(load(&with(FORMAT_VERSION, 8)), Err(LoadError::Unsupported { feature: Feature::Flag(8) }));
    let mut longer = message.clone();
    longer.extend([0, 0]);
    assert_eq!(load(&seal(&longer)), Err(LoadError::TrailingBytes { count: 2 }));
    for (at, byte) in [(0, 4), (2, 2), (3, 7), (4, 3), (message.len() - 1, 1)] {
        // An unknown head, weighting, metric or storage; the length of a provenance that does not exist.
        let mut unknown = message.clone();
        unknown[at] = byte;
        assert_eq!(load(&seal(&unknown)), Err(LoadError::Malformed), "byte {at}");
    }
    assert_eq!(load(&seal(&[])), Err(LoadError::Malformed));
    assert_eq!(load(b""), Err(LoadError::Truncated { need: 16, have: 0 }));
    assert_eq!(load(b"NKI"), Err(LoadError::Truncated { need: 16, have: 3 }));
    assert_eq!(load(b"island,sex"), Err(LoadError::BadMagic));
}

#[test]
fn tables_start_on_a_word_and_are_whole_words() {
    breaks(small(), |m| m.pad = Some(vec![0]), Rule::TablesAligned, 0);
    let mut message = dump()[HEADER_BYTES..].to_vec();
    // 127 bytes of tables instead of 128: the last one becomes the length of the provenance, which is one byte long.
    message[0x32 - HEADER_BYTES] = 0xFF;
    message[0x33 - HEADER_BYTES] = 0x00;
    let last = message.len() - 1;
    message[last - 1] = 1;
    assert_eq!(load(&seal(&message)), Err(LoadError::Invalid { rule: Rule::TablesAligned, at: 0 }));
}

#[test]
fn padding_unused_bits_and_unused_sections_are_zero() {
    breaks(small(), |m| m.pad = Some(vec![0; 4]), Rule::Reserved, 0);
    breaks(small(), |m| m.pad = Some(vec![0, 0, 1, 0]), Rule::Reserved, 0);
    breaks(small(), |m| m.payload.sections[8] = 5, Rule::Reserved, 8); // the radii, for a classifier
    for index in [3, 5, 6, 7, 9, 10, 11] {
        let at = u32::try_from(index).expect("small");
        breaks(sample("cluster"), |m| m.payload.sections[index] = 1, Rule::Reserved, at);
    }
    for index in 4..12 {
        let at = u32::try_from(index).expect("small");
        breaks(sample("encode"), |m| m.payload.sections[index] = 1, Rule::Reserved, at);
    }
    breaks(small(), |m| m.tables[0] |= 1 << 7, Rule::Reserved, 0); // slots of a number
    breaks(small(), |m| m.tables[2] |= 1 << 8, Rule::Reserved, 1); // a one-hot encoding with shared outputs
    breaks(small(), |m| m.tables[29] |= 1 << 16, Rule::Reserved, 0); // a width without a table
    breaks(small(), |m| m.tables[31] = 5 | 4 << 16, Rule::Reserved, 0); // five of four codes
    for (name, numbers) in [("classify-i16", 2), ("classify-i8", 4)] {
        let model = sample(name);
        let last = section(&model, 4) + usize::from(model.payload.numbers).div_ceil(numbers) - 1;
        assert_ne!(usize::from(model.payload.numbers) % numbers, 0, "{name} has padding");
        breaks(model, |m| m.tables[last] |= 1 << 24, Rule::Reserved, 0);
    }
}

#[test]
fn counts_agree() {
    breaks(small(), |m| m.payload.columns = 0, Rule::Count, 0);
    breaks(small(), |m| m.payload.classes = 0, Rule::Count, 1);
    breaks(small(), |m| m.payload.head = Head::Regress(vote(1)), Rule::Count, 1);
    breaks(sample("encode"), |m| m.payload.rows = 1, Rule::Count, 1);
    breaks(sample("encode"), |m| m.payload.classes = 1, Rule::Count, 1);
    breaks(sample("encode"), |m| m.payload.threshold = Some(0), Rule::Reserved, 1);
    breaks(sample("cluster"), |m| m.payload.classes = 1, Rule::Count, 2);
    breaks(sample("cluster"), |m| m.payload.rows = 0, Rule::Count, 2);
    breaks(small(), |m| (m.payload.numbers, m.payload.codes) = (0, 0), Rule::Count, 5);
    breaks(small(), |m| m.payload.classes = 1, Rule::Count, 4);
    breaks(small(), |m| m.payload.sections[2] = 0, Rule::Count, 4);
    breaks(small(), |m| m.payload.sections[1] = m.payload.sections[2], Rule::Count, 3);
    breaks(small(), |m| m.payload.width = 4, Rule::EncodedWidth, 0);
    breaks(small(), |m| m.payload.numbers = 2, Rule::StoredWidth, 0);
}

#[test]
fn k_is_between_one_and_the_rows() {
    for k in [0, 4, u32::MAX] {
        breaks(small(), |m| m.payload.head = Head::Classify(vote(k)), Rule::NeighborCount, 0);
    }
}

#[test]
fn four_billion_rows_are_refused_immediately() {
    breaks(small(), |m| m.payload.rows = u32::MAX, Rule::SectionInside, 4);
    breaks(small(), |m| m.payload.rows = 1 << 30, Rule::SectionInside, 4); // times 4 is 0 in 32 bits
    breaks(sample("cluster-i8"), |m| m.payload.rows = u32::MAX, Rule::SectionInside, 4);
    let rows = |m: &mut BlobEditor| m.payload.rows = u32::MAX;
    breaks(sample("hamming"), rows, Rule::SectionInside, 4);
}

#[test]
fn metrics_that_the_storage_or_the_head_does_not_support_are_refused() {
    let integer = || sample("manhattan-i16");
    breaks(integer(), |m| m.payload.metric = Metric::Dot, Rule::Metric, 0);
    breaks(integer(), |m| m.payload.metric = Metric::Minkowski(2.0), Rule::Metric, 0);
    breaks(integer(), |m| m.payload.metric = Metric::Hamming, Rule::Metric, 0);
    breaks(small(), |m| m.payload.metric = Metric::Cosine, Rule::Metric, 1);
    breaks(sample("cluster"), |m| m.payload.metric = Metric::Manhattan, Rule::Metric, 2);
    let inverse = Head::Classify(Vote { neighbors: 3, weighting: Weighting::Distance });
    breaks(sample("dot"), |m| m.payload.head = inverse, Rule::Metric, 3);
}

#[test]
fn steps_bounds_scales_and_exponents_are_greater_than_zero() {
    for p in [0.0, -2.0, f32::NAN, f32::INFINITY] {
        breaks(sample("minkowski"), |m| m.payload.metric = Metric::Minkowski(p), Rule::Positive, 1);
    }
    for step in [0.0, -0.5, f32::NAN, f32::INFINITY] {
        breaks(sample("classify-i8"), |m| m.payload.storage = RowStorage::I8 { step, bound: 100 }, Rule::Positive, 0);
    }
    for bound in [0, -1, i16::MIN] {
        breaks(sample("classify-i16"), |m| m.payload.storage = RowStorage::I16 { step: 0.5, bound }, Rule::Positive, 0);
    }
    for scale in [0.0f32, -0.0, -1.0] {
        breaks(small(), |m| m.tables[20] = scale.to_bits(), Rule::Positive, 0);
        let model = sample("classify-i16");
        let quantizer = parameters(&model, 0) + 3;
        breaks(model, |m| m.tables[quantizer] = scale.to_bits(), Rule::Positive, 0);
    }
}

#[test]
fn every_float_is_finite() {
    for bits in NOT_FINITE {
        for word in 19..22 {
            breaks(small(), |m| m.tables[word] = bits, Rule::Finite, 0); // offset, scale, imputed
        }
        breaks(small(), |m| m.tables[5] = bits, Rule::Finite, 1); // a row's number
        breaks(small(), |m| m.tables[30] = bits, Rule::Finite, 0); // a weight
        breaks(small(), |m| m.payload.threshold = Some(bits), Rule::Finite, 0);
        breaks(sample("cluster"), |m| m.payload.threshold = Some(bits), Rule::Finite, 0);
        let in_section = |name: &str, index: usize, at: u32| {
            let model = sample(name);
            let word = section(&model, index);
            breaks(model, |m| m.tables[word] = bits, Rule::Finite, at);
        };
        in_section("regress", 6, 1);
        in_section("cluster", 8, 2);
        in_section("classify", 4, 0);
        let in_parameters = |name: &str, column: usize, word: usize| {
            let model = sample(name);
            let word = parameters(&model, column) + word;
            breaks(model, |m| m.tables[word] = bits, Rule::Finite, u32::try_from(column).expect("small"));
        };
        in_parameters("classify-i16", 0, 2); // the quantizer's offset
        in_parameters("indicators", 1, 3); // scaler, imputed, then the indicator's outputs
        in_parameters("indicators", 1, 4);
        in_parameters("tables", 2, 3); // an output of a table
    }
    breaks(small(), |m| m.tables[30] = (-1.0f32).to_bits(), Rule::Finite, 0); // a negative weight
    breaks(small(), |m| m.payload.threshold = Some((-1.0f32).to_bits()), Rule::Finite, 0);
    breaks(sample("dot"), |m| m.payload.threshold = Some(u32::MAX), Rule::Finite, 0);
}

#[test]
fn scaled_slots_and_coded_tables_are_finite() {
    for bits in NOT_FINITE {
        let model = sample("scaled");
        let block = parameters(&model, 2);
        let codes = (model.tables[block] & 0xFFFF) as usize + 2;
        let flags = model.tables[section(&model, 0) + 4];
        let slots = if flags & 1 << 7 != 0 { codes.div_ceil(2) } else { 0 };
        breaks(model, |m| m.tables[block + 3 + slots] = bits, Rule::Finite, 2);
        let mut model = sample("tables");
        let coded = section(&model, 3);
        let (head, codes) = (model.tables[coded], model.tables[coded + 2] >> 16);
        assert_ne!(head & 2, 0, "a coded table");
        // A copy of the outputs after all sections, so that those of the column remain valid.
        let copy = model.tables.len();
        model.tables[coded + 1] = u32::try_from(copy).expect("small");
        model.tables.extend(vec![0; codes as usize * (head >> 16) as usize]);
        breaks(model, |m| m.tables[copy] = bits, Rule::Finite, 0);
    }
}

#[test]
fn sections_are_inside_the_tables() {
    for (index, at) in [(0, 0), (1, 1), (2, 2), (3, 3), (4, 4), (5, 4), (6, 6)] {
        for word in [33, 0x7FFF_FFFF, u32::MAX] {
            breaks(small(), |m| m.payload.sections[index] = word, Rule::SectionInside, at);
        }
    }
    breaks(small(), |m| m.payload.sections[0] = 0, Rule::SectionInside, 0);
    breaks(small(), |m| m.payload.columns = u16::MAX, Rule::SectionInside, 0);
    breaks(small(), |m| m.payload.sections[7] = 33, Rule::SectionInside, 4);
    breaks(small(), |m| m.payload.sections[9] = 31, Rule::SectionInside, 9);
    breaks(sample("cluster"), |m| m.payload.sections[8] = u32::MAX, Rule::SectionInside, 8);
}

#[test]
fn no_two_sections_share_a_word() {
    breaks(small(), |m| m.payload.sections[6] = m.payload.sections[5], Rule::SectionOverlap, 6);
    breaks(small(), |m| m.payload.sections[9] = m.payload.sections[4], Rule::SectionOverlap, 9);
    breaks(sample("cluster"), |m| m.payload.sections[8] = m.payload.sections[4], Rule::SectionOverlap, 8);
}

#[test]
fn a_columns_record_is_valid_and_its_parameters_are_inside_the_tables() {
    breaks(small(), |m| m.tables[1] |= 0x00FF_FFFF, Rule::ColumnParameters, 0);
    breaks(small(), |m| m.tables[1] = 30 | 4 << 24, Rule::ColumnParameters, 0); // three words from word 30 on
    breaks(small(), |m| m.tables[0] |= 1 << 9, Rule::ColumnParameters, 0); // no such flag
    breaks(small(), |m| m.tables[1] |= 15 << 24, Rule::ColumnParameters, 0); // an unknown policy
    breaks(small(), |m| m.tables[3] |= 15 << 28, Rule::ColumnParameters, 1);
    breaks(small(), |m| m.tables[28] = 1000, Rule::ColumnParameters, 1); // the position of the vocabulary
    breaks(small(), |m| m.tables[28] = u32::MAX, Rule::ColumnParameters, 1);
    for count in [0x7FFF_FFFF, u32::MAX, 1 << 31 | 2] {
        breaks(small(), |m| m.tables[22] = count, Rule::ColumnParameters, 1);
    }
    let model = sample("integers");
    let lookup = parameters(&model, 3) + 2;
    let list = model.tables[lookup] as usize;
    breaks(model, |m| m.tables[list] = u32::MAX, Rule::ColumnParameters, 3);
    // A table of 65,535 outputs for each of 65,537 codes: the number of words exceeds 32 bits.
    let model = sample("tables");
    let block = parameters(&model, 2);
    breaks(model, |m| m.tables[block] = u32::MAX, Rule::ColumnParameters, 2);
    let model = sample("hashing");
    let block = parameters(&model, 2);
    breaks(model, |m| m.tables[block + 2] = 2, Rule::ColumnParameters, 2); // an unknown hash
    breaks(small(), |m| m.tables[29] |= 1 << 3, Rule::ColumnParameters, 0); // a bit of coded records
    breaks(small(), |m| m.tables[29] |= 4 | 2, Rule::LevelCode, 1); // a table of width 0
    breaks(small(), |m| m.tables[29] |= 4 | 2 | 2 << 16, Rule::ColumnParameters, 0); // a table by level
}

#[test]
fn a_columns_slots_are_inside_a_stored_row() {
    breaks(small(), |m| m.tables[0] |= 1 << 16, Rule::ColumnSlot, 0);
    breaks(small(), |m| m.tables[2] |= 1 << 16, Rule::ColumnSlot, 1);
    let model = sample("cluster");
    let record = section(&model, 0);
    breaks(model, |m| m.tables[record] |= 0xFFFF << 16, Rule::ColumnSlot, 0);
}

#[test]
fn vocabularies_are_sorted_without_repetition_and_not_empty() {
    let texts = |a: u8, b: u8| u32::from(a) | u32::from(b) << 8;
    breaks(small(), |m| m.tables[25] = texts(b'D', b'B'), Rule::VocabularySorted, 1);
    breaks(small(), |m| m.tables[25] = texts(b'B', b'B'), Rule::VocabularySorted, 1);
    breaks(small(), |m| m.tables[26] = 1 | 2 << 16, Rule::VocabularySorted, 1); // one level, two texts
    breaks(small(), |m| (m.tables[22], m.tables[26]) = (0, 2 << 16), Rule::VocabularySorted, 1);
    let integers = || {
        let model = sample("integers");
        let list = model.tables[parameters(&model, 3) + 2] as usize;
        (model, list)
    };
    let (model, list) = integers();
    breaks(model, |m| m.tables.swap(list + 1, list + 2), Rule::VocabularySorted, 3);
    let (model, list) = integers();
    breaks(model, |m| m.tables[list + 2] = m.tables[list + 1], Rule::VocabularySorted, 3);
    let (model, list) = integers();
    let count = |m: &mut BlobEditor| m.tables[list] -= 1;
    breaks(model, count, Rule::VocabularySorted, 3);
    let model = sample("hashing");
    let block = parameters(&model, 2);
    breaks(model, |m| m.tables[block] &= 0xFFFF_0000, Rule::VocabularySorted, 2);
}

#[test]
fn texts_are_utf_8_and_their_offsets_ascend() {
    breaks(small(), |m| m.tables[25] = 0xFF, Rule::Text, 1);
    breaks(small(), |m| (m.tables[23], m.tables[24]) = (2 << 16, 1), Rule::Text, 1); // 0, 2, 1
    breaks(small(), |m| m.tables[12] = 0xFFFF_FFFF, Rule::Text, 1);
    breaks(small(), |m| m.tables[17] = 0xFFFF_FFFF, Rule::Text, 2);
    breaks(small(), |m| m.tables[10] = 9 << 16, Rule::Text, 1);
}

#[test]
fn codes_and_slots_exist() {
    breaks(small(), |m| m.tables[27] = 4 | 3 << 16, Rule::LevelCode, 1); // missing
    breaks(small(), |m| m.tables[27] = 0xFFFF | 4 << 16, Rule::LevelCode, 1); // unknown
    breaks(small(), |m| m.tables[31] = 2 | 5 << 16, Rule::LevelCode, 1); // codes of the coded record
    breaks(small(), |m| m.tables[31] = 2, Rule::LevelCode, 1);
    breaks(small(), |m| m.tables[29] = 2 | 5 << 16, Rule::LevelCode, 1); // a table wider than the column
    let model = sample("hashing");
    let block = parameters(&model, 2);
    breaks(model, |m| m.tables[block] |= 0xFFFD, Rule::LevelCode, 2); // 65,533 buckets or more
}

#[test]
fn more_than_256_codes_take_two_bytes() {
    let levels: Vec<String> = (100..400).map(|level: u32| level.to_string()).collect();
    let category = CategoryTable {
        lookup: LookupTable::Texts(levels),
        levels: 300,
        width: 300,
        missing: None,
        unknown: None,
        outputs: OutputTable::OneHot { slots: None, scaled: None, stored: Vec::new() },
        shared: false,
        expanded: false,
    };
    let kind = ColumnKind::Category(category);
    let parts = ModelTables {
        head: Head::Regress(vote(1)),
        columns: vec![ModelColumn { name: "a".into(), missing: Policy::Error, unknown: Policy::Error, slot: 0, kind }],
        coded: vec![CodedColumn { column: 0, codes: 302, gap: CodeDifference::Uniform { weight: 0, counted: 300 } }],
        rows: 2,
        row_codes: vec![0, 1, 45, 1],
        targets: Targets::Values(vec![1.0, 2.0]),
        ..ModelTables::encoder(Metric::Euclidean)
    };
    let blob = write(&parts).expect("the model can be written");
    let model = BlobEditor::open(&blob);
    let (coded, codes) = (section(&model, 3), section(&model, 5));
    breaks(model.clone(), |m| m.tables[coded] &= !1, Rule::LevelCode, 0);
    breaks(model, |m| m.tables[codes] = 0x012D | 0x012E << 16, Rule::RowCode, 1); // 302 of 302
}

#[test]
fn row_codes_classes_and_numbers_exist() {
    breaks(small(), |m| m.tables[7] = 0x0004_0100, Rule::RowCode, 2);
    breaks(small(), |m| m.tables[8] = 0x0000_0200, Rule::RowClass, 1);
    let mut reordered = small();
    let at = reordered.tables.len();
    reordered.payload.sections[7] = u32::try_from(at + 1).expect("small");
    // Rows 2, 1, 0 in two bits each; two buckets, one with its center only, the other with the third row, too.
    reordered.tables.push(2 | 1 << 2);
    breaks(reordered.clone(), |m| m.tables[at] = 2 | 1 << 2 | 3 << 4, Rule::Count, 2);
    breaks(reordered.clone(), |m| m.payload.sections[7] += 1, Rule::SectionInside, 4);
    reordered.payload.sections[10] = u32::try_from(at + 2).expect("small");
    reordered.tables.extend([2, 2, 2, 1.5f32.to_bits()]);
    let bucketed = || reordered.clone();
    breaks(bucketed(), |m| m.payload.sections[7] = 0, Rule::SearchIndex, 0);
    breaks(bucketed(), |m| m.tables[at + 1] = 0, Rule::SearchIndex, 1);
    for count in [6, u32::MAX] {
        breaks(bucketed(), |m| m.tables[at + 1] = count, Rule::SectionInside, 4);
    }
    let many = |m: &mut BlobEditor| {
        m.tables[at + 1] = 33;
        m.tables.extend([0; 40]);
    };
    breaks(bucketed(), many, Rule::SearchIndex, 1);
    for (word, start) in [(2, 1), (2, 3), (3, 1), (3, 4), (3, u32::MAX)] {
        breaks(bucketed(), |m| m.tables[at + word] = start, Rule::SearchIndex, 1);
    }
    for bits in NOT_FINITE.into_iter().chain([(-1.0f32).to_bits()]) {
        breaks(bucketed(), |m| m.tables[at + 4] = bits, Rule::SearchIndex, 1);
    }
    breaks(bucketed(), |m| m.tables.truncate(at + 4), Rule::SearchIndex, 1);
    breaks(bucketed(), |m| m.payload.sections[10] = u32::MAX, Rule::SectionInside, 4);
    breaks(bucketed(), |m| m.payload.sections[9] = u32::try_from(at + 3).expect("small"), Rule::SectionOverlap, 10);
    let twice = |m: &mut BlobEditor| m.payload.sections[11] = m.payload.sections[10];
    breaks(bucketed(), twice, Rule::Reserved, 11);
    // A tree needs more rows than fit in one leaf.
    let few = |m: &mut BlobEditor| m.payload.sections.swap(10, 11);
    breaks(bucketed(), few, Rule::SearchIndex, 1);
}

#[test]
fn planes_of_a_kd_tree_are_valid() {
    // Each leaf of 16 rows except the first has a plane: one word in integer storage, else two.
    for (name, words) in [("classify-i8", 1), ("classify", 2)] {
        let mut model = sample(name);
        let (rows, numbers) = (model.payload.rows, u32::from(model.payload.numbers));
        assert!(rows > 16, "at least two leaves");
        let ids = model.tables.len();
        let bits = u32::BITS - (rows - 1).leading_zeros();
        model.tables.resize(ids + ((rows * bits).div_ceil(32)) as usize, 0);
        model.payload.sections[7] = u32::try_from(ids + 1).expect("small");
        model.payload.sections[10] = 0;
        let at = model.tables.len();
        model.tables.resize(at + words * (rows.div_ceil(16) as usize - 1), 0);
        model.payload.sections[11] = u32::try_from(at + 1).expect("small");
        breaks(model.clone(), |m| m.payload.sections[7] = 0, Rule::SearchIndex, 0);
        breaks(model.clone(), |m| m.tables[at] = numbers, Rule::SearchIndex, 1);
        breaks(model.clone(), |m| m.tables.truncate(at), Rule::SectionInside, 4);
        let shared = |m: &mut BlobEditor| m.payload.sections[11] = m.payload.sections[7];
        breaks(model.clone(), shared, Rule::SectionOverlap, 11);
        if words == 2 {
            for bits in NOT_FINITE {
                breaks(model.clone(), |m| m.tables[at + 1] = bits, Rule::SearchIndex, 1);
            }
        }
    }
}

#[test]
fn no_integer_distance_can_overflow() {
    let step = 0.5;
    for bound in [i16::MAX, 30_000] {
        breaks(sample("classify-i16"), |m| m.payload.storage = RowStorage::I16 { step, bound }, Rule::DistanceBound, 0);
    }
    let model = sample("classify-i16");
    let numbers = section(&model, 4);
    breaks(model, |m| m.tables[numbers] = 0x0000_8000, Rule::DistanceBound, 0); // -32,768 in a row
    let model = sample("classify-i8");
    breaks(model, |m| m.payload.threshold = Some(1 << 31), Rule::DistanceBound, 1);
    let model = sample("classify-i8");
    let coded = section(&model, 3);
    assert_eq!(model.tables[coded] & 6, 0, "one weight");
    breaks(model, |m| m.tables[coded + 1] = 1 << 30, Rule::DistanceBound, 0);
}

#[test]
fn outputs_of_categories_count_toward_the_distance_bound() {
    // In a query, outputs of an expanded category and of an indicator are not clamped to the bound.
    let largest = 0x7FFF_7FFF;
    let model = sample("cluster-i16");
    let block = parameters(&model, 2);
    let width = (model.tables[block] >> 16) as usize;
    let codes = (model.tables[block] & 0xFFFF) as usize + 2;
    let flags = model.tables[section(&model, 0) + 4];
    let before = if flags & 1 << 7 != 0 { codes.div_ceil(2) } else { 0 } + if flags & 8 != 0 { 2 * width } else { 0 };
    breaks(model, |m| m.tables[block + 3 + before] = largest, Rule::DistanceBound, 0);
    let model = sample("indicators-i16");
    // Scaler, quantizer, imputed, the indicator's two outputs, then both as integers.
    let stored = parameters(&model, 1) + 7;
    breaks(model, |m| m.tables[stored] = largest, Rule::DistanceBound, 0);
}

#[test]
fn columns_that_share_outputs_have_equal_widths() {
    let model = sample("hashing-shared");
    let record = section(&model, 0) + 3 * 2; // "floor", the second of the two
    assert_eq!(model.tables[record] & (1 << 8 | 1 << 2), 1 << 8 | 1 << 2, "shared and expanded");
    breaks(model.clone(), |m| m.tables[record] += 1 << 16, Rule::ColumnSlot, 3);
    let copy = model.tables.len();
    let block = parameters(&model, 3);
    let narrower = |m: &mut BlobEditor| {
        m.tables.extend_from_within(block..block + 3);
        m.tables[copy] -= 1 << 16;
        m.tables[record + 1] = m.tables[record + 1] & 0xFF00_0000 | u32::try_from(copy).expect("small");
    };
    breaks(model, narrower, Rule::EncodedWidth, 3);
}
