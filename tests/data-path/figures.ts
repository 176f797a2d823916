import { type History, isSound } from "./history.ts";

/** What all histories of a run say together. */
export type Figures = {
  histories: number;
  /** Histories with anything wrong. */
  wrong: number;
  kills: Record<string, number>;
  unreached: Record<string, number>;
  counts: Record<string, number>;
  cuts: Record<string, number>;
};

export const noFigures = (): Figures => ({
  histories: 0,
  wrong: 0,
  kills: {},
  unreached: {},
  counts: {},
  cuts: {},
});

export function addHistory(figures: Figures, history: History): void {
  const { findings, sent } = history;
  figures.histories += 1;
  if (!isSound(history)) figures.wrong += 1;
  addAll(figures.kills, history.kills);
  addAll(figures.cuts, history.cuts);
  for (const { point } of history.unreached) addAll(figures.unreached, { [point]: 1 });
  addAll(figures.counts, {
    ...sent,
    rows: history.rows,
    damages: history.damages,
    setAside: history.setAside,
    acknowledged: findings.acknowledged,
    inDoubt: findings.inDoubt,
    inDoubtFound: findings.inDoubtFound,
    lost: findings.lost.length,
    doubled: findings.doubled.length,
    foreign: findings.foreign.length,
    changed: findings.changed.length,
    torn: findings.torn.length,
    faults: history.faults.length,
  });
}

function addAll(sums: Record<string, number>, more: Record<string, number>): void {
  for (const [name, count] of Object.entries(more)) sums[name] = (sums[name] ?? 0) + count;
}

export const killsOf = ({ kills }: Pick<Figures, "kills">): number =>
  Object.values(kills).reduce((sum, count) => sum + count, 0);

/** For people: sums first, then by point. */
export const describeFigures = ({ histories, wrong, kills, unreached, counts, cuts }: Figures) => ({
  histories,
  wrong,
  kills: killsOf({ kills }),
  ...counts,
  acknowledged: counts.acknowledged ?? 0,
  killsByPoint: Object.fromEntries(Object.entries(kills).sort()),
  unreached,
  cuts,
});
