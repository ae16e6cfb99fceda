//! Predictions: convert the row, search, vote.

use crate::error::InputError;
use crate::flags::Flags;
use crate::format::{Head, Vote};

use crate::model::Model;
use crate::model::answer::{Assignment, Classification, Regression};
use crate::model::search::search_in;
use crate::neighbors::{BestK, Neighbor, Search, StoredRows, Voters, mean};
use crate::scratch::ScratchMut;
use crate::value::Value;

impl<'a> Model<'a> {
    /// Classifies a row; its neighbors stay in `scratch`.
    ///
    /// `row` has one cell for each column. O(rows x columns), but most rows are abandoned early.
    ///
    /// # Errors
    /// An [`InputError`] for a cell that its column refuses, a row of another length, a scratch that is too
    /// small, or a model that does not classify.
    ///
    /// # Examples
    /// ```
    /// # static MODEL: &[u8] = nearkin::include_model!(concat!(env!("CARGO_MANIFEST_DIR"), "/../examples/models/species.nkn"));
    /// use nearkin::{Model, Scratch, Value};
    ///
    /// let model = Model::from_bytes(MODEL)?;
    /// let mut scratch = Scratch::<4, 3>::new();
    /// // Not a penguin: the nearest rows still vote, but the result is flagged.
    /// let row = ["Biscoe".into(), 5.0.into(), 40.0.into(), 90.0.into(), 9000.0.into(), "male".into()];
    /// let found = model.classify(&row, &mut scratch)?;
    /// assert_eq!(found.neighbors().len(), 3);
    /// assert!(found.is_novel() && found.probability(found.class()) >= 1.0 / 3.0);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[inline]
    pub fn classify<'m, 's>(
        &'m self,
        row: &[Value<'_>],
        scratch: impl Into<ScratchMut<'s>>,
    ) -> Result<Classification<'m, 's>, InputError> {
        self.classify_in(row, scratch.into())
    }

    fn classify_in<'m, 's>(
        &'m self,
        row: &[Value<'_>],
        scratch: ScratchMut<'s>,
    ) -> Result<Classification<'m, 's>, InputError> {
        if !matches!(self.payload().head, Head::Classify(_)) {
            return Err(InputError::Head);
        }
        let (neighbors, flags) = self.answer(row, scratch)?;
        self.classification(neighbors, flags)
    }

    /// Returns the class that the given neighbors vote for: the `n_neighbors` nearest rows in order.
    ///
    /// `flags` are those of [`to_query`](Self::to_query). Novelty is flagged as by [`classify`](Self::classify).
    ///
    /// # Errors
    /// [`InputError::Head`] for a model that does not classify.
    ///
    /// # Examples
    /// ```
    /// # static MODEL: &[u8] = nearkin::include_model!(concat!(env!("CARGO_MANIFEST_DIR"), "/../examples/models/species.nkn"));
    /// use nearkin::{Model, Neighbor, Value};
    ///
    /// let model = Model::from_bytes(MODEL)?;
    /// let row = ["Torgersen".into(), 39.4.into(), 18.5.into(), 182.0.into(), Value::Missing, "male".into()];
    /// let (mut query, mut neighbors) = ([0; 4], [Neighbor::default(); 3]);
    /// let flags = model.to_query(&row, &mut query)?;
    /// let found = model.search(&query, &mut neighbors);
    /// assert_eq!(model.classification(found, flags)?.name(), "Adelie");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn classification<'m, 's>(
        &'m self,
        neighbors: &'s [Neighbor],
        flags: Flags,
    ) -> Result<Classification<'m, 's>, InputError> {
        let Head::Classify(vote) = self.payload().head else { return Err(InputError::Head) };
        let flags = self.with_novelty(neighbors, flags);
        Ok(Classification { model: self, neighbors, vote, class: self.winner(neighbors, vote), flags })
    }

    /// Predicts the value of a row: the mean of its neighbors' targets.
    ///
    /// # Errors
    /// As [`classify`](Self::classify); the model must be a regression.
    ///
    /// # Examples
    /// ```
    /// # static MODEL: &[u8] = nearkin::include_model!(concat!(env!("CARGO_MANIFEST_DIR"), "/../examples/models/mass.nkn"));
    /// use nearkin::{Model, Scratch, Value};
    ///
    /// let model = Model::from_bytes(MODEL)?;
    /// let mut scratch = Scratch::<5, 5>::new();
    /// // Species, island, bill and flipper length (mm), sex: a Gentoo male. The heaviest one weighs 6.3 kg.
    /// let row = ["Gentoo".into(), "Biscoe".into(), 49.4.into(), 224.0.into(), "male".into()];
    /// let found = model.regress(&row, &mut scratch)?;
    /// assert!((5000.0..6300.0).contains(&found.value()), "{} g", found.value());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[inline]
    pub fn regress<'m, 's>(
        &'m self,
        row: &[Value<'_>],
        scratch: impl Into<ScratchMut<'s>>,
    ) -> Result<Regression<'m, 's>, InputError> {
        self.regress_in(row, scratch.into())
    }

    fn regress_in<'m, 's>(
        &'m self,
        row: &[Value<'_>],
        scratch: ScratchMut<'s>,
    ) -> Result<Regression<'m, 's>, InputError> {
        if !matches!(self.payload().head, Head::Regress(_)) {
            return Err(InputError::Head);
        }
        let (neighbors, flags) = self.answer(row, scratch)?;
        self.regression(neighbors, flags)
    }

    /// Returns the value that the given neighbors predict; otherwise as [`classification`](Self::classification).
    ///
    /// # Errors
    /// [`InputError::Head`] for a model that does not regress.
    ///
    /// # Examples
    /// ```
    /// # static MODEL: &[u8] = nearkin::include_model!(concat!(env!("CARGO_MANIFEST_DIR"), "/../examples/models/mass.nkn"));
    /// use nearkin::{Model, Neighbor, Value};
    ///
    /// let model = Model::from_bytes(MODEL)?;
    /// let row = ["Gentoo".into(), "Biscoe".into(), 49.4.into(), 224.0.into(), "male".into()];
    /// let (mut query, mut room) = ([0; 5], [Neighbor::default(); 5]);
    /// let flags = model.to_query(&row, &mut query)?;
    /// let value = model.regression(model.search(&query, &mut room), flags)?.value();
    /// assert!((4750.0..=6300.0).contains(&value));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn regression<'m, 's>(
        &'m self,
        neighbors: &'s [Neighbor],
        flags: Flags,
    ) -> Result<Regression<'m, 's>, InputError> {
        let Head::Regress(vote) = self.payload().head else { return Err(InputError::Head) };
        let flags = self.with_novelty(neighbors, flags);
        let value = mean(neighbors, |n| self.target(n), |n| self.distance(n), vote.weighting);
        Ok(Regression { model: self, neighbors, value, flags })
    }

    /// Assigns a row to its nearest cluster.
    ///
    /// # Errors
    /// As [`classify`](Self::classify); the model must be of k-means.
    ///
    /// # Examples
    /// ```
    /// # static MODEL: &[u8] = nearkin::include_model!(concat!(env!("CARGO_MANIFEST_DIR"), "/../examples/models/groups.nkn"));
    /// use nearkin::{Model, Scratch, Value};
    ///
    /// let model = Model::from_bytes(MODEL)?;
    /// let mut scratch = Scratch::<4, 1>::new();
    /// let inside = model.assign(&[39.1, 18.7, 181.0, 3750.0].map(Value::Number), &mut scratch)?.score();
    /// let outside = model.assign(&[5.0, 40.0, 90.0, 9000.0].map(Value::Number), &mut scratch)?.score();
    /// assert!(inside <= 0.0 && outside > 10.0, "{inside}, {outside}");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[inline]
    pub fn assign<'m, 's>(
        &'m self,
        row: &[Value<'_>],
        scratch: impl Into<ScratchMut<'s>>,
    ) -> Result<Assignment<'m, 's>, InputError> {
        self.assign_in(row, scratch.into())
    }

    fn assign_in<'m, 's>(
        &'m self,
        row: &[Value<'_>],
        scratch: ScratchMut<'s>,
    ) -> Result<Assignment<'m, 's>, InputError> {
        if self.payload().head != Head::Cluster {
            return Err(InputError::Head);
        }
        let ScratchMut { query, neighbors } = scratch;
        self.capacity(query.len(), neighbors.len())?;
        let flags = self.to_query(row, query)?;
        let query = query.get(..self.query_words()).unwrap_or(&[]);
        self.assign_filled(query, neighbors.get_mut(..1).unwrap_or(&mut []), flags)
    }

    #[inline(never)] // as `search`
    fn assign_filled<'m, 's>(
        &'m self,
        query: &'s [u32],
        neighbors: &'s mut [Neighbor],
        flags: Flags,
    ) -> Result<Assignment<'m, 's>, InputError> {
        // Read once, for the search and for the novelty check.
        let stored = self.stored();
        let Some(stored) = &stored else { return Err(InputError::Head) };
        let found = search_in(stored, query, neighbors, &());
        Ok(self.assigned(stored, found, query, flags))
    }

    /// Returns the cluster of the given nearest centroid; otherwise as [`classification`](Self::classification). `query` is
    /// the row in stored form.
    ///
    /// # Errors
    /// [`InputError::Head`] for a model that is not of k-means.
    ///
    /// # Examples
    /// ```
    /// # static MODEL: &[u8] = nearkin::include_model!(concat!(env!("CARGO_MANIFEST_DIR"), "/../examples/models/groups.nkn"));
    /// use nearkin::{Model, Neighbor, Value};
    ///
    /// let model = Model::from_bytes(MODEL)?;
    /// let (mut query, mut room) = ([0; 4], [Neighbor::default()]);
    /// let flags = model.to_query(&[39.1, 18.7, 181.0, 3750.0].map(Value::Number), &mut query)?;
    /// let found = model.assignment(model.search(&query, &mut room), &query, flags)?;
    /// assert_eq!(found.score(), model.score(&query));
    /// assert!(found.cluster() < 6 && !found.is_novel());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn assignment<'m, 's>(
        &'m self,
        neighbors: &'s [Neighbor],
        query: &'s [u32],
        flags: Flags,
    ) -> Result<Assignment<'m, 's>, InputError> {
        if self.payload().head != Head::Cluster {
            return Err(InputError::Head);
        }
        let stored = self.stored();
        let Some(stored) = &stored else { return Err(InputError::Head) };
        Ok(self.assigned(stored, neighbors, query, flags))
    }

    fn assigned<'m, 's>(
        &'m self,
        stored: &StoredRows<'_>,
        neighbors: &'s [Neighbor],
        query: &'s [u32],
        flags: Flags,
    ) -> Assignment<'m, 's> {
        let flags = self.with_cluster_novelty(neighbors, flags, |cluster, edge| {
            let mut one = [Neighbor::NONE];
            BestK::finds_below(&mut one[..], edge, |nearest| {
                Search::of_row(stored, cluster).search(query, nearest, &())
            })
        });
        Assignment { model: self, neighbors, query, flags }
    }

    pub(crate) fn voters<'s>(
        &'s self,
        neighbors: &'s [Neighbor],
        vote: Vote,
    ) -> Voters<'s, impl Fn(&Neighbor) -> u16, impl Fn(&Neighbor) -> f32> {
        Voters {
            neighbors,
            class: |neighbor: &Neighbor| self.class_of(neighbor),
            distance: |neighbor: &Neighbor| self.distance(neighbor),
            weighting: vote.weighting,
        }
    }

    fn winner(&self, neighbors: &[Neighbor], vote: Vote) -> u16 {
        self.voters(neighbors, vote).winner(self.payload().classes)
    }

    /// Converts the row and searches.
    fn answer<'s>(&self, row: &[Value<'_>], scratch: ScratchMut<'s>) -> Result<(&'s [Neighbor], Flags), InputError> {
        let ScratchMut { query, neighbors } = scratch;
        self.capacity(query.len(), neighbors.len())?;
        let flags = self.to_query(row, query)?;
        let query = query.get(..self.query_words()).unwrap_or(&[]);
        let k = self.n_neighbors() as usize;
        Ok((self.search(query, neighbors.get_mut(..k).unwrap_or(&mut [])), flags))
    }
}
