//! Compares what the demo prints with approximate maths to what the host prints, number by number.

/// How far a number may be off, relative to it, by how its line begins; the first that fits counts.
///
/// Roots are off by 6.1 % (`nearkin::math::approximate`), and so are a weight by distance and a share of weights.
/// A distance of Minkowski is off by its powers, 0.25 % and 0.006 % times 3, and its root as much again.
/// All else is exact: order, votes, marks, scores, and every metric without root or power.
const TABLE: [(&str, f32); 9] = [
    ("baked: encoded", 0.0),
    ("baked: ", 0.061),
    ("species: encoded", 0.0),
    ("species: ", 0.061),
    ("mass: ", 0.061),
    ("groups: ", 0.061),
    ("likeness, euclidean", 0.061),
    ("likeness, minkowski", 0.006),
    ("likeness, ", 0.0),
];

/// Gives each line with its largest deviation.
///
/// # Errors
/// The first word that differs, or number that is off by more than the table allows.
pub(crate) fn deviations<'a>(host: &'a str, device: &str) -> Result<Vec<(&'a str, f32)>, String> {
    if host.lines().count() != device.lines().count() {
        return Err("another number of lines".to_owned());
    }
    host.lines().zip(device.lines()).map(|(ours, theirs)| line(ours, theirs).map(|most| (ours, most))).collect()
}

/// The largest deviation in a line.
fn line(host: &str, device: &str) -> Result<f32, String> {
    let (_, allowed) = TABLE
        .into_iter()
        .find(|(label, _)| host.starts_with(label))
        .ok_or_else(|| format!("no tolerance is stated for {host:?}"))?;
    let (ours, theirs): (Vec<&str>, Vec<&str>) = (host.split(' ').collect(), device.split(' ').collect());
    if ours.len() != theirs.len() {
        return Err(format!("{device:?} has another number of words than {host:?}"));
    }
    let mut most = 0.0f32;
    for (ours, theirs) in ours.into_iter().zip(theirs) {
        match (number(ours), number(theirs)) {
            _ if ours == theirs => {}
            (Some(exact), Some(near)) => {
                let off = (near / exact - 1.0).abs();
                if off.is_nan() || off > allowed {
                    return Err(format!("{near} is off by {off} of {exact}, {allowed} is allowed: {host:?}"));
                }
                most = most.max(off);
            }
            _ => return Err(format!("{theirs:?} is not {ours:?}: {host:?}")),
        }
    }
    Ok(most)
}

/// A float printed by its bits, perhaps before a comma.
fn number(word: &str) -> Option<f32> {
    let digits = word.trim_end_matches(',');
    (digits.len() == 8).then(|| u32::from_str_radix(digits, 16).ok()).flatten().map(f32::from_bits)
}

#[test]
fn a_number_may_be_off_by_the_tolerance_and_a_word_by_nothing() {
    let of = |a: f32, b: f32| {
        line(&format!("mass: Gentoo {:08x}", a.to_bits()), &format!("mass: Gentoo {:08x}", b.to_bits()))
    };
    assert!(of(1.0, 1.06).is_ok_and(|most| (most - 0.06).abs() < 1e-6));
    assert!(of(1.0, 1.07).is_err());
    assert!(of(1.0, f32::NAN).is_err());
    assert!(deviations("mass: Gentoo", "mass: Adelie").is_err());
    assert!(deviations("mass: Gentoo", "mass: Gentoo\nmass: Gentoo").is_err());
    assert!(deviations("dot 3f800000", "dot 3f800000").is_err(), "no tolerance is stated");
}
