//! Series of measured times.

use std::time::Duration;

/// Times in milliseconds.
#[derive(Clone, Debug, Default)]
pub(crate) struct Samples {
    // Invariant: sorted.
    sorted: Vec<f64>,
}

impl Samples {
    /// Adds one.
    pub(crate) fn add(&mut self, time: Duration) {
        self.add_milliseconds(time.as_secs_f64() * 1000.0);
    }

    /// Adds one.
    pub(crate) fn add_milliseconds(&mut self, time: f64) {
        let at = self.sorted.partition_point(|other| *other <= time);
        self.sorted.insert(at, time);
    }

    /// How many there are.
    pub(crate) fn len(&self) -> usize {
        self.sorted.len()
    }

    /// The smallest time that `percent` of all do not exceed; 0 if there are none.
    pub(crate) fn percentile(&self, percent: usize) -> f64 {
        let rank = (self.sorted.len() * percent).div_ceil(100).max(1);
        self.sorted.get(rank - 1).copied().unwrap_or_default()
    }

    /// The middle.
    pub(crate) fn median(&self) -> f64 {
        self.percentile(50)
    }

    /// The same without a cost that is not meant; never below zero.
    pub(crate) fn less(&self, cost: f64) -> Samples {
        Samples { sorted: self.sorted.iter().map(|time| (time - cost).max(0.0)).collect() }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(times: &[f64]) -> Samples {
        let mut samples = Samples::default();
        for time in times {
            samples.add_milliseconds(*time);
        }
        samples
    }

    #[test]
    fn percentiles_are_times_that_were_measured() {
        let samples = of(&[4.0, 1.0, 3.0, 2.0]);
        assert_eq!((samples.median(), samples.percentile(99), samples.len()), (2.0, 4.0, 4));
        assert_eq!(of(&[]).median(), 0.0);
    }

    #[test]
    fn a_cost_taken_off_leaves_nothing_below_zero() {
        let samples = of(&[1.0, 5.0]).less(2.0);
        assert_eq!((samples.percentile(1), samples.percentile(100)), (0.0, 3.0));
    }
}
