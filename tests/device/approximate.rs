//! Compares the demo's output with `micromath` to the host's output, number by number.

/// The relative tolerance of numbers on a line, by the start of the line; the first match applies.
///
/// Square roots have an error of up to 6.1 % (`nearkin::math::approximate`), and so have distance weights and probabilities.
/// The error of a Minkowski distance is that of its powers, 0.25 % and 0.006 % times 3, and as much again for its root.
/// Everything else is exact: order, votes, flags, scores, and every metric without root or power.
const TOLERANCES: [(&str, f32); 9] = [
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

/// Returns each line of the host with its largest relative deviation.
///
/// # Errors
/// If a word differs, or a number deviates by more than its tolerance.
pub(crate) fn deviations<'a>(host: &'a str, device: &str) -> Result<Vec<(&'a str, f32)>, String> {
    if host.lines().count() != device.lines().count() {
        return Err("the numbers of lines differ".to_owned());
    }
    host.lines().zip(device.lines()).map(|(host, device)| line(host, device).map(|largest| (host, largest))).collect()
}

/// Returns the largest relative deviation in a line.
fn line(host: &str, device: &str) -> Result<f32, String> {
    let (_, allowed) = TOLERANCES
        .into_iter()
        .find(|(label, _)| host.starts_with(label))
        .ok_or_else(|| format!("no tolerance applies to {host:?}"))?;
    let (expected, found): (Vec<&str>, Vec<&str>) = (host.split(' ').collect(), device.split(' ').collect());
    if expected.len() != found.len() {
        return Err(format!("{device:?} and {host:?} have different numbers of words"));
    }
    let mut largest = 0.0f32;
    for (expected, found) in expected.into_iter().zip(found) {
        match (number(expected), number(found)) {
            _ if expected == found => {}
            (Some(exact), Some(approximate)) => {
                let deviation = (approximate / exact - 1.0).abs();
                if deviation.is_nan() || deviation > allowed {
                    return Err(format!(
                        "{approximate} deviates from {exact} by {deviation}, more than {allowed}: {host:?}"
                    ));
                }
                largest = largest.max(deviation);
            }
            _ => return Err(format!("{found:?} differs from {expected:?}: {host:?}")),
        }
    }
    Ok(largest)
}

/// Parses a float that is printed as its bits in hexadecimal, possibly followed by a comma.
fn number(word: &str) -> Option<f32> {
    let digits = word.trim_end_matches(',');
    (digits.len() == 8).then(|| u32::from_str_radix(digits, 16).ok()).flatten().map(f32::from_bits)
}

#[test]
fn numbers_may_deviate_within_the_tolerance_and_words_must_be_equal() {
    let compare = |a: f32, b: f32| {
        line(&format!("mass: Gentoo {:08x}", a.to_bits()), &format!("mass: Gentoo {:08x}", b.to_bits()))
    };
    assert!(compare(1.0, 1.06).is_ok_and(|largest| (largest - 0.06).abs() < 1e-6));
    assert!(compare(1.0, 1.07).is_err());
    assert!(compare(1.0, f32::NAN).is_err());
    assert!(deviations("mass: Gentoo", "mass: Adelie").is_err());
    assert!(deviations("mass: Gentoo", "mass: Gentoo\nmass: Gentoo").is_err());
    assert!(deviations("dot 3f800000", "dot 3f800000").is_err(), "no tolerance applies");
}
