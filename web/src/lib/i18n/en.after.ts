/** Texts for after the game, in English: what if, the review, the verdict. */

const plural = (count: number, one: string, many = `${one}s`): string => `${count} ${count === 1 ? one : many}`
const percent = (share: number): string => `${Math.round(share * 100)} %`
const decimal = (value: number): string => value.toFixed(1)
const slots = (found: readonly number[]): string => `${found.length === 1 ? 'slot' : 'slots'} ${found.join(', ')}`
const points = (count: number): string => plural(count, 'point')

export const after = {
  whatIf: {
    title: 'What if?',
    start: 'What if …?',
    startTitle: 'Try another move from this turn on',
    from: (turn: number, moves: number) =>
      `${turn === 0 ? 'From the deal' : `After turn ${turn}`}, ${plural(moves, 'move')} of your own`,
    choose: (who: string) => `You act for ${who}: choose one of these cards, or another hand for a clue.`,
    over: (score: number, most: number) => `This line ends with ${score} of ${most} points.`,
    overRace: 'This line ends here.',
    bot: 'Bot',
    one: 'One move',
    oneTitle: 'Let the bot make the next move',
    toEnd: 'To the end',
    toEndTitle: 'Let the bots play to the end',
    stop: 'Stop',
    keep: 'Keep',
    keepTitle: 'A title for this line',
    kept: 'Kept with the game',
    leave: 'Leave',
    leaveTitle: 'Back to the game as it was',
    status: (who: string) => `What if: ${who}’s turn`,
    statusOver: 'What if: the end',
    branches: 'Kept lines',
    none: 'Nobody has kept a line yet. Go to a turn and press “What if …?”.',
    untitled: (turn: number) => `from turn ${turn}`,
    by: (who: string, moves: number) => `${who}, ${plural(moves, 'move')}`,
    remove: (title: string) => `Remove “${title}”`,
  },

  verdict: {
    title: 'Could it have been won?',
    ask: 'Could this deal have been won?',
    askFrom: (turn: number) => `… and from turn ${turn} on?`,
    asking: 'Looking for a line that wins …',
    waiting: 'Waiting for another study to end …',
    won: 'This deal could have been won.',
    wonFrom: (turn: number) => `After turn ${turn} it could still have been won.`,
    proved: (best: number) => `No line of play wins this deal; the best is ${points(best)} (proved).`,
    provedFrom: (turn: number, best: number) =>
      `After turn ${turn} no line of play wins any more; the best is ${points(best)} (proved).`,
    lost: (best: number, bound: number) =>
      `No line of play wins here. The best found is ${points(best)}; more than ${bound} are impossible.`,
    open: (seconds: number, best: number, bound: number) =>
      `Undecided after ${plural(seconds, 'second')}: the best found is ${points(best)}, at most ${bound} are possible.`,
    show: 'Show me',
    showBest: (best: number) => `Show me ${points(best)}`,
    hindsight: 'With all cards known, the deck too.',
  },

  review: {
    tab: 'Review',
    tabLog: 'Game',
    tabs: 'Beside the table',
    title: 'Review',
    start: 'Review this game',
    startWords: 'Every move by what its player could know, what a bot would have done, and where points were lost. It takes a minute.',
    working: 'Getting ready … The first time this may take a minute or two.',
    workingAt: (done: number, total: number) => `Reviewing: ${Math.round((100 * done) / Math.max(1, total))} %`,
    waiting: 'Waiting for another review to end …',
    stop: 'Stop',
    again: 'Try again',
    failed: 'The review failed:',
    needed: 'This is not possible here:',
    graph: 'How the game stood, turn by turn',
    graphKeys: 'Arrow keys go from turn to turn, Page up and Page down between turning points.',
    win: 'Chance to win',
    score: 'Expected score',
    show: 'Graph of',
    at: (turn: number, win: number, score: number) =>
      `Turn ${turn}: ${percent(win)} to win, ${decimal(score)} points expected`,
    noPoint: (turn: number) => `Turn ${turn}`,
    turnings: 'Turning points',
    turning: (turn: number, drop: number) => `Turn ${turn}: ${decimal(drop)} points`,
    summaryWon: 'Won, with every card on the table.',
    summary: (score: number, most: number) => `${score} of ${most} points.`,
    summaryBetter: (moves: number) =>
      moves === 0 ? 'For no move there was clearly a better one.' : `For ${plural(moves, 'move')} there was clearly a better one.`,
    losses: 'Given away, in hindsight',
    loss: (kind: string, moves: number, lost: number) =>
      `${points(lost)} ${LOSSES[kind] ?? ''} (${plural(moves, 'move')})`,
    unplaced: (begin: number, end: number, lost: number) =>
      `In hindsight ${points(lost)} given away between turns ${begin} and ${end}; by which move is not proven.`,
    noMove: 'Nothing to review at this turn. Choose a turn in the graph.',
    inBranch: 'You are trying something else. The graph leads back to the game.',
    deal: 'The deal. Choose a turn in the graph.',
    outlook: (before: number, after: number, scoreBefore: number, scoreAfter: number) =>
      `Chance to win ${percent(before)} → ${percent(after)}, expected score ${decimal(scoreBefore)} → ${decimal(scoreAfter)}.`,
    known: 'As the player could know',
    riskNone: 'No risk: it was known to be safe.',
    riskStrike: (chance: number) => `Chance of a strike: ${percent(chance)}.`,
    riskLoss: (chance: number) => `Chance to lose an indispensable card: ${percent(chance)}.`,
    riskLost: (chance: number) => `Chance to lose the game at once: ${percent(chance)}.`,
    riskDead: (chance: number) => `Chance that nobody needs the card: ${percent(chance)}.`,
    told: (who: string, bits: number, fresh: readonly number[]) =>
      `Told ${who} ${decimal(bits)} bits${fresh.length > 0 ? `; new to clues: ${slots(fresh)}` : '; no card was new to clues'}.`,
    toldFits: (who: string, found: readonly number[]) => `${who} now knows that ${slots(found)} ${found.length === 1 ? 'fits' : 'fit'}.`,
    toldDead: (who: string, found: readonly number[]) =>
      `${who} now knows that ${slots(found)} can go.`,
    gone: (count: number) => `For all to see, ${points(count)} went out of reach.`,
    advice: 'What the bot advises',
    adviceSame: (bot: string) => `The bot ${bot} would have done the same.`,
    adviceOther: (bot: string, action: string) => `The bot ${bot} would rather ${action}.`,
    better: (action: string, gain: number) => `Better: ${action}, ${decimal(gain)} points more on average.`,
    gain: (gain: number) => `That is worth ${decimal(gain)} points more on average.`,
    tryIt: 'Try it',
    tryTitle: (action: string) => `What if: ${action}`,
    hindsight: 'Hindsight',
    hindsightWords: 'With all cards known; no player could have known.',
    lost: (count: number, kind: string) => `${points(count)} given away ${LOSSES[kind] ?? ''}.`,
    nothingLost: 'Nothing was given away.',
    reach: (before: string, after: string) => `Best possible: ${before} → ${after}.`,
    reachAt: (score: number, bound: number) => (score === bound ? String(score) : `${score} to ${bound}`),
    fate: (slot: number, fate: string, turn: number | null) =>
      `Slot ${slot} ${FATES[fate] ?? fate}${turn === null ? '' : ` on turn ${turn}`}.`,
    saved: (slot: number) => `The clue saved slot ${slot}.`,
  },
}

const LOSSES: Readonly<Record<string, string>> = {
  strikes: 'by losing the game',
  misplay: 'by misplaying a needed card',
  discard: 'by discarding an indispensable card',
  tempo: 'by running short of turns or clues',
}

const FATES: Readonly<Record<string, string>> = {
  played: 'was played',
  misplayed: 'was misplayed',
  discarded: 'was discarded',
  held: 'was held to the end',
}
