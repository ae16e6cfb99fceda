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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::format::{Section, Weighting};
    use crate::model::draft::{clusters, columns, pair, points};
    use crate::scratch::Scratch;

    fn row(x: f32, y: f32, category: &str) -> [Value<'_>; 3] {
        [x.into(), y.into(), category.into()]
    }

    #[test]
    fn the_class_with_most_votes_wins() {
        let (draft, mut scratch) = (points(3), Scratch::<2, 3>::new());
        let model = draft.model();
        let found = model.classify(&row(3.0, 4.0, "b"), &mut scratch).unwrap();
        // 24 for the category; 25; 25 + 24.
        let ranks = [(24, 1), (25, 2), (49, 0)].map(|(rank, row)| Neighbor { rank, row });
        assert_eq!(found.neighbors(), ranks);
        assert_eq!((found.class(), found.name(), found.votes()), (0, "no", 2));
        assert_eq!((found.probability(0), found.probability(1)), (2.0 / 3.0, 1.0 / 3.0));
        assert!(!found.is_tied() && !found.is_novel());
        assert_eq!(found.distance(), 24.0f32.sqrt());
    }

    #[test]
    fn a_tied_vote_goes_to_the_smaller_class() {
        let (draft, mut scratch) = (points(2), Scratch::<2, 2>::new());
        let model = draft.model();
        let found = model.classify(&row(5.9, 8.0, "a"), &mut scratch).unwrap();
        let rows = [found.neighbors()[0].row, found.neighbors()[1].row];
        assert_eq!((rows, found.class(), found.is_tied()), ([2, 1], 0, true));
    }

    #[test]
    fn a_row_beyond_the_threshold_is_novel() {
        let (mut draft, mut scratch) = (points(1), Scratch::<2, 1>::new());
        draft.payload.threshold = Some(25);
        let model = draft.model();
        assert!(!model.classify(&row(0.0, -5.0, "a"), &mut scratch).unwrap().is_novel());
        assert!(model.classify(&row(0.0, -6.0, "a"), &mut scratch).unwrap().is_novel());
    }

    #[test]
    fn a_value_is_the_mean_of_the_neighbors_targets() {
        for (weighting, expected) in [
            (Weighting::Uniform, 3.0),
            (Weighting::Distance, (2.0 / 24f32.sqrt() + 4.0 / 5.0) / (1.0 / 24f32.sqrt() + 0.2)),
        ] {
            let draft = columns(Head::Regress(Vote { neighbors: 2, weighting }))
                .rows(4, &[pair(0, 0), pair(3, 4), pair(6, 8), pair(100, 0)], &[0, 0, 1, 1])
                .put(Section::Targets, &[1.0f32, 2.0, 4.0, 8.0].map(f32::to_bits))
                .seal();
            let (model, mut scratch) = (draft.model(), Scratch::<2, 2>::new());
            let value = model.regress(&row(3.0, 4.0, "b"), &mut scratch).unwrap().value();
            assert!((value - expected).abs() < 1e-6, "{weighting:?}: {value}");
        }
    }

    #[test]
    fn a_row_belongs_to_its_nearest_cluster_and_is_novel_outside_all() {
        let (draft, mut scratch) = (clusters(), Scratch::<1, 1>::new());
        let model = draft.model();
        let mut assign = |x: f32| {
            let found = model.assign(&[x.into(), 0.0.into()], &mut scratch).unwrap();
            (found.cluster(), found.score(), found.is_novel())
        };
        assert_eq!(assign(1.0), (0, -1.0, false));
        assert_eq!(assign(7.0), (1, 0.0, false));
        assert_eq!(assign(5.0), (0, 2.0, true), "as far from both; outside both");
        // Nearest to the first cluster and outside it, but not farther than the threshold from the second.
        assert_eq!(assign(4.0), (0, 2.0, true));
        assert_eq!(assign(-2.0), (0, 0.0, false));
    }

    #[test]
    fn a_model_of_another_task_refuses() {
        let (points, clusters) = (points(1), clusters());
        let (points, clusters) = (points.model(), clusters.model());
        let mut scratch = Scratch::<2, 1>::new();
        let cells = row(0.0, 0.0, "a");
        assert_eq!(points.regress(&cells, &mut scratch).err(), Some(InputError::Head));
        assert_eq!(points.assign(&cells, &mut scratch).err(), Some(InputError::Head));
        assert_eq!(clusters.classify(&cells[..2], &mut scratch).err(), Some(InputError::Head));
        let too_small = points.classify(&cells, &mut Scratch::<1, 1>::new()).err();
        assert_eq!(too_small, Some(InputError::Capacity { need: 2, have: 1 }));
    }

    #[test]
    fn a_row_is_encoded_column_by_column() {
        let draft = columns(Head::Encode).seal();
        let (model, mut out) = (draft.model(), [9.0; 5]);
        model.encode(&row(3.0, -4.0, "b"), &mut out).unwrap();
        assert_eq!(out, [3.0, -4.0, 0.0, 1.0, 9.0]);
        assert_eq!(model.encode(&row(0.0, 0.0, "a"), &mut [0.0; 3]), Err(InputError::Capacity { need: 4, have: 3 }));
    }
}
