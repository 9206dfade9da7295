/** Texte für nach dem Spiel, auf Deutsch: Was wäre wenn, die Analyse, das Urteil. */

import type { after as english } from './en.after'
import type { Shape } from './shape'

const plural = (count: number, one: string, many: string): string => `${count} ${count === 1 ? one : many}`
const percent = (share: number): string => `${Math.round(share * 100)} %`
const decimal = (value: number): string => value.toFixed(1).replace('.', ',')
const cards = (found: readonly number[]): string => `${found.length === 1 ? 'Karte' : 'Karten'} ${found.join(', ')}`
const points = (count: number): string => plural(count, 'Punkt', 'Punkte')
const moves = (count: number): string => plural(count, 'Zug', 'Züge')

export const after: Shape<typeof english> = {
  whatIf: {
    title: 'Was wäre wenn?',
    start: 'Was wäre wenn …?',
    startTitle: 'Von diesem Zug an etwas anderes versuchen',
    from: (turn, count) => `${turn === 0 ? 'Vom Anfang an' : `Nach Zug ${turn}`}, ${plural(count, 'eigener Zug', 'eigene Züge')}`,
    choose: (who) => `Du handelst für ${who}: Wähle eine dieser Karten oder für einen Hinweis eine andere Hand.`,
    over: (score, most) => `So endet es mit ${score} von ${most} Punkten.`,
    overRace: 'So endet es hier.',
    bot: 'Bot',
    one: 'Ein Zug',
    oneTitle: 'Den Bot den nächsten Zug machen lassen',
    toEnd: 'Bis zum Ende',
    toEndTitle: 'Die Bots bis zum Ende spielen lassen',
    stop: 'Anhalten',
    keep: 'Behalten',
    keepTitle: 'Ein Titel für diese Variante',
    kept: 'Beim Spiel aufgehoben',
    leave: 'Verlassen',
    leaveTitle: 'Zurück zum Spiel, wie es war',
    status: (who) => `Was wäre wenn: ${who} ist dran`,
    statusOver: 'Was wäre wenn: das Ende',
    branches: 'Aufgehobene Varianten',
    none: 'Noch niemand hat eine Variante aufgehoben. Geh zu einem Zug und drücke „Was wäre wenn …?“.',
    untitled: (turn) => `ab Zug ${turn}`,
    by: (who, count) => `${who}, ${moves(count)}`,
    remove: (title) => `„${title}“ entfernen`,
  },

  verdict: {
    title: 'War es zu gewinnen?',
    ask: 'War diese Verteilung zu gewinnen?',
    askFrom: (turn) => `… und ab Zug ${turn}?`,
    asking: 'Ein Weg zum Sieg wird gesucht …',
    waiting: 'Erst muss eine andere Untersuchung fertig werden …',
    won: 'Diese Verteilung war zu gewinnen.',
    wonFrom: (turn) => `Nach Zug ${turn} war es noch zu gewinnen.`,
    proved: (best) => `Kein Weg gewinnt diese Verteilung; das Beste sind ${points(best)} (bewiesen).`,
    provedFrom: (turn, best) => `Nach Zug ${turn} gewinnt kein Weg mehr; das Beste sind ${points(best)} (bewiesen).`,
    lost: (best, bound) =>
      `Hier gewinnt kein Weg. Das Beste bisher sind ${points(best)}; mehr als ${bound} sind unmöglich.`,
    open: (seconds, best, bound) =>
      `Nach ${plural(seconds, 'Sekunde', 'Sekunden')} unentschieden: Das Beste bisher sind ${points(best)}, höchstens ${bound} sind möglich.`,
    show: 'Zeig es mir',
    showBest: (best) => `Zeig mir ${points(best)}`,
    hindsight: 'Wenn man alle Karten kennt, auch den Stapel.',
  },

  review: {
    tab: 'Analyse',
    tabLog: 'Spiel',
    tabs: 'Neben dem Tisch',
    title: 'Analyse',
    start: 'Dieses Spiel analysieren',
    startWords: 'Jeder Zug nach dem, was man wissen konnte, was ein Bot getan hätte, und wo Punkte verloren gingen. Das dauert eine Minute.',
    working: 'Wird vorbereitet … Beim ersten Mal kann das ein, zwei Minuten dauern.',
    workingAt: (done, total) => `Wird analysiert: ${Math.round((100 * done) / Math.max(1, total))} %`,
    waiting: 'Erst muss eine andere Analyse fertig werden …',
    stop: 'Anhalten',
    again: 'Noch einmal',
    failed: 'Die Analyse ist gescheitert:',
    needed: 'Das geht hier nicht:',
    graph: 'Wie das Spiel stand, Zug um Zug',
    graphKeys: 'Pfeiltasten gehen von Zug zu Zug, Bild auf und Bild ab zwischen den Wendepunkten.',
    win: 'Siegchance',
    score: 'Erwartete Punkte',
    show: 'Kurve für',
    at: (turn, win, score) => `Zug ${turn}: ${percent(win)} Siegchance, ${decimal(score)} Punkte erwartet`,
    noPoint: (turn) => `Zug ${turn}`,
    turnings: 'Wendepunkte',
    turning: (turn, drop) => `Zug ${turn}: ${decimal(drop)} Punkte`,
    summaryWon: 'Gewonnen, alle Karten liegen.',
    summary: (score, most) => `${score} von ${most} Punkten.`,
    summaryBetter: (count) =>
      count === 0 ? 'Zu keinem Zug gab es einen klar besseren.' : `Zu ${plural(count, 'Zug', 'Zügen')} gab es einen klar besseren.`,
    losses: 'Im Nachhinein verschenkt',
    loss: (kind, count, lost) => `${points(lost)} ${LOSSES[kind] ?? ''} (${moves(count)})`,
    unplaced: (begin, end, lost) =>
      `Im Nachhinein ${points(lost)} verschenkt zwischen Zug ${begin} und ${end}; durch welchen Zug, ist nicht bewiesen.`,
    noMove: 'Zu diesem Zug gibt es nichts zu sagen. Wähle einen Zug in der Kurve.',
    inBranch: 'Du probierst etwas anderes aus. Die Kurve führt zurück zum Spiel.',
    deal: 'Der Anfang. Wähle einen Zug in der Kurve.',
    outlook: (before, later, scoreBefore, scoreAfter) =>
      `Siegchance ${percent(before)} → ${percent(later)}, erwartete Punkte ${decimal(scoreBefore)} → ${decimal(scoreAfter)}.`,
    known: 'Was man wissen konnte',
    riskNone: 'Kein Risiko: Es war sicher.',
    riskStrike: (chance) => `Gefahr eines Fehlers: ${percent(chance)}.`,
    riskLoss: (chance) => `Gefahr, eine unersetzliche Karte zu verlieren: ${percent(chance)}.`,
    riskLost: (chance) => `Gefahr, das Spiel sofort zu verlieren: ${percent(chance)}.`,
    riskDead: (chance) => `Chance, dass niemand die Karte braucht: ${percent(chance)}.`,
    told: (who, bits, fresh) =>
      `Sagte ${who} ${decimal(bits)} Bit${fresh.length > 0 ? `; zum ersten Mal genannt: ${cards(fresh)}` : '; keine Karte wurde zum ersten Mal genannt'}.`,
    toldFits: (who, found) => `${who} weiß jetzt: ${cards(found)} ${found.length === 1 ? 'passt' : 'passen'}.`,
    toldDead: (who, found) => `${who} weiß jetzt: ${cards(found)} ${found.length === 1 ? 'kann' : 'können'} weg.`,
    gone: (count) => `Für alle sichtbar ${count === 1 ? 'wurde' : 'wurden'} ${points(count)} unerreichbar.`,
    advice: 'Was der Bot rät',
    adviceSame: (bot) => `Der Bot ${bot} hätte dasselbe getan.`,
    adviceOther: (bot, action) => `Der Bot ${bot} hätte lieber: ${action}.`,
    better: (action, gain) => `Besser: ${action}, im Mittel ${decimal(gain)} Punkte mehr.`,
    gain: (gain) => `Das bringt im Mittel ${decimal(gain)} Punkte mehr.`,
    tryIt: 'Ausprobieren',
    tryTitle: (action) => `Was wäre wenn: ${action}`,
    hindsight: 'Im Nachhinein',
    hindsightWords: 'Wenn man alle Karten kennt; niemand konnte das wissen.',
    lost: (count, kind) => `${points(count)} verschenkt ${LOSSES[kind] ?? ''}.`,
    nothingLost: 'Nichts wurde verschenkt.',
    reach: (before, later) => `Bestenfalls möglich: ${before} → ${later}.`,
    reachAt: (score, bound) => (score === bound ? String(score) : `${score} bis ${bound}`),
    fate: (slot, fate, turn) => `Karte ${slot} ${FATES[fate] ?? fate}${turn === null ? '' : ` (Zug ${turn})`}.`,
    saved: (slot) => `Der Hinweis hat Karte ${slot} gerettet.`,
  },
}

const LOSSES: Readonly<Record<string, string>> = {
  strikes: 'durch das verlorene Spiel',
  misplay: 'durch eine falsch gespielte Karte, die noch gebraucht wurde',
  discard: 'durch eine abgeworfene unersetzliche Karte',
  tempo: 'durch knapp gewordene Züge oder Hinweise',
}

const FATES: Readonly<Record<string, string>> = {
  played: 'wurde gespielt',
  misplayed: 'wurde falsch gespielt',
  discarded: 'wurde abgeworfen',
  held: 'blieb bis zum Ende auf der Hand',
}
