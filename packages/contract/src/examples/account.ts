/** The account, by example. */

export const bonusTiers = [
  { fromCents: 50_000, percent: 5 },
  { fromCents: 200_000, percent: 10 },
];
