//! The hashing encoder: a bucket of the text's digest, which every text has without a vocabulary.

use crate::encoders::hash::{Algorithm, Hashing};
use crate::encoders::key;
use crate::encoders::level_column::LevelColumn;
use crate::encoders::method::{Encoder, Method, MethodInfo};
use crate::encoders::raw_encoding::{CodeTable, RawEncoding};
use crate::encoders::syntax::SpecWriter;
use crate::error::{Error, Result};

pub(super) const INFO: MethodInfo = MethodInfo {
    name: "hashing",
    summary: "a bucket of the text's digest; needs no list of levels",
    brief: "bucket of the text's digest",
    keys: &[
        key::own("components", "number of buckets, from 1 to 65536 [8]"),
        key::own("algorithm", "md5 or sha256 [md5]"),
        key::own("shared", "true: all shared columns add to one set of outputs [false]"),
        key::VARIANT,
        key::UNKNOWN,
        key::MISSING,
    ],
    supervised: false,
    parse: |keys| {
        let article = keys.is_article()?;
        let algorithm = keys.choice("algorithm", &[("md5", Algorithm::Md5), ("sha256", Algorithm::Sha256)])?;
        let default = if article { Algorithm::Sha256 } else { Algorithm::Md5 };
        let components = keys.whole("components", 1..=65_536)?.unwrap_or(8);
        Ok(Method::Hashing(Hashing {
            components: u32::try_from(components).expect("the range is 1 to 65536"),
            algorithm: algorithm.unwrap_or(default),
            shared: keys.switch("shared")?.unwrap_or(false),
        }))
    },
};

impl Encoder for Hashing {
    fn info(&self) -> &'static MethodInfo {
        &INFO
    }

    fn write(&self, out: &mut SpecWriter) {
        out.put("components", self.components, self.components == 8);
        out.put("algorithm", "sha256", self.algorithm == Algorithm::Md5);
        out.put("shared", self.shared, !self.shared);
    }

    fn fit(&self, _: &LevelColumn) -> Result<RawEncoding> {
        if self.components == 0 {
            return Err(Error::usage("encoder \"hashing\": components=0 is invalid: it must be at least 1"));
        }
        Ok(RawEncoding {
            codes: CodeTable::Hash(*self),
            unknown: Vec::new(),
            missing: Vec::new(),
            infrequent: None,
            training: None,
            outputs: (0..self.components).map(|bucket| bucket.to_string()).collect(),
        })
    }
}
