//! Recipes beside those of the sample models: targets that are not predicted, prototypes, rejection, validation.

/// Names and recipes (TOML) for the table of the sample models.
pub(crate) const MORE: &[(&str, &str)] = &[
    ("clusters-with-target", "target = 'kind'\ndrop = ['price']\nclusters = 3"),
    ("clusters-with-target-encoder", "target = 'price'\ndrop = ['kind']\nclusters = 3\nencoder = 'target'"),
    ("encode-with-unused-target", "model = 'encode'\ntarget = 'kind'\ndrop = ['price']\nencoder = 'binary'"),
    ("encode-for-number", "model = 'encode'\ntarget = 'price'\ndrop = ['kind']\nencoder = 'james-stein'"),
    ("encode-without-target", "model = 'encode'\ndrop = ['kind']\nencoder = 'one-hot'\nscale-encoded = true"),
    ("condensed", "target = 'kind'\ndrop = ['price']\nprototypes = 'condensed'"),
    ("edited", "target = 'kind'\ndrop = ['price']\nprototypes = 'edited'\nreject = 0.9"),
    ("k-means-prototypes", "target = 'kind'\ndrop = ['price']\nprototypes = 'k-means:3'\nstorage = 'i8'"),
    ("lvq", "target = 'kind'\ndrop = ['price']\nprototypes = 'lvq:2'\nreject = 0.95"),
    ("rejection", "target = 'kind'\ndrop = ['price']\nneighbors = 2\nreject = 0.8\nstorage = 'i16'"),
    ("rejection-of-clusters", "target = 'kind'\ndrop = ['price']\nclusters = 2\nreject = 0.8\nstorage = 'i16'"),
    ("any-storage", "target = 'kind'\ndrop = ['price']\nstorage = 'auto'\ncv = 3"),
    ("sample", "target = 'price'\ndrop = ['kind']\nsample = 20\nseed = 7"),
    ("without-recipe", "target = 'price'\ndrop = ['kind']\nlean = true\nholdout = 0"),
];
