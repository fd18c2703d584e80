import type { Language } from './languages.ts'

/** Words that exclude what follows, and are nothing else in any other language of questions. */
export const plainNegations =
  "not, w/o, w/out, save for, bar those, bar the ones, nothing, nobody, no one, noone, none, neither, anywhere but, everywhere but, everyone but, anyone but, nichts, niemand, keiner, aucun, aucune, ninguno, ninguna, ningún, nenhum, nenhuma, nessuno, nessuna, niets, geen, żaden, żadna, weder, excl, excluding, exclude, excludes, leaving out, leave out, apart from, aside from, anything but, all but, barring, except, except for, with the exception of, not counting, not including, without, outside, outside of, other than, instead of, rather than, as opposed to, but not, aren't, isn't, don't, doesn't, didn't, haven't, hasn't, hadn't, won't, wouldn't, can't, wasn't, weren't, arent, isnt, dont, doesnt, didnt, havent, hasnt, cant, wasnt, werent, cannot, do not, does not, did not, have not, has not, had not, will not, can not, that do not, that does not, that did not, are not, is not, was not, were not, never, lacking, lack, lacks, not yet, no longer, nicht mehr, noch nicht, nicht, kein, keine, keinen, ohne, ausser, außer, ausserhalb, nicht in, sauf, sans, hors de, ne pas, excepto, salvo, fuera de, exceto, fora de, nao, não, senza, tranne, eccetto, escluso, esclusi, escluse, zonder, behalve, niet, buiten, oprócz, poza"

/** A misspelt form of these is a doubt, in questions of their language and of no recognised language. */
export const sureNegations: readonly (readonly [language: Language, words: string])[] = [
  [
    'en',
    'not, dont, doesnt, didnt, havent, hasnt, isnt, wasnt, nothing, nobody, none, neither, without, excl, excluding, exclude, except, excepting, outside, never, barring, lacking, nor, aren, isn, don, doesn, didn, haven, hasn, yet',
  ],
  ['de', 'nichts, niemand, weder, noch, nicht, kein, keine, keinen, ohne, außer, ausser, außerhalb'],
  ['fr', 'aucun, aucune, sauf, sans, hors, pas'],
  ['es', 'excepto, salvo, ninguno, ninguna, sin'],
  ['pt', 'exceto, nenhum, nenhuma, não, nao, sem'],
  ['it', 'nessuno, senza, tranne, eccetto, non'],
  ['nl', 'zonder, behalve, niet, geen, niets'],
  ['pl', 'oprócz, poza, żaden, bez'],
]
/** The same in two words. */
export const negationPairs =
  'other than, apart from, aside from, leaving out, rather than, instead of, except for, all but, anything but, anywhere but, fuera de, fora de, hors de, no longer'

/** Words that exclude in some languages and mean something else in others, or are a name or a code there. */
export const negationsOf: readonly (readonly [phrase: string, languages: readonly Language[]])[] = [
  ['no', ['en', 'es', 'it', 'ca']],
  ['wo', ['en']],
  ['non', ['en', 'fr', 'it']],
  ['minus', ['en', 'de']],
  ['pas', ['fr']],
  ['hors', ['fr']],
  ['rien', ['fr']],
  ['ni', ['fr', 'es', 'ca']],
  ['né', ['it']],
  ['nulla', ['it']],
  ['fuori', ['it']],
  ['sin', ['es']],
  ['nada', ['es', 'pt']],
  ['menos', ['es', 'pt']],
  ['sem', ['pt']],
  ['nem', ['pt']],
  ['nie', ['pl', 'de']],
  ['bez', ['pl']],
  ['sense', ['ca']],
]

/** Words that exclude what comes before them, at the end of a part of the sentence: `Athens excluded`. */
export const negationsBehind =
  'excluded, excepted, not included, not including, not wanted, not needed, left out, ausgenommen, ausgeschlossen, nicht eingeschlossen, exclu, exclue, exclus, exclues, excepté, exceptée, non compris, non comprise, excluido, excluida, excluidos, excluidas, no incluido, no incluida, excluído, excluída, excluídos, excluídas, escluso, esclusa, esclusi, escluse, uitgezonderd, niet inbegrepen'

/** Words behind which a negation of Spanish or Italian goes on with a clause: `no en Lima`, `que no usan Salesforce`. */
export const clauseWords =
  'en, a, em, con, de, del, es, son, usan, usa, utilizan, utiliza, tienen, tiene, hablan, habla, sea, sean, están, esté, estén, este, tengan, tenga, usen, use, utilicen, hablen, operen, siano, abbiano, usino, hay, han, ha, in, nel, nella, i, gli, los, las, el, la, fundadas, cotizan'

/** Phrases with a word of negation that exclude nothing. */
export const noNegations =
  'no rush, no hurry, no worries, no pressure, no need, no pun intended, no strings attached, no big deal, no offense, no thanks, not urgent, not sure, not sure if, not picky, not too picky, not a problem, not in a hurry, keine eile, pas urgent, pas pressé, sin prisa, no hay prisa, sem pressa, senza fretta, geen haast, not necessarily, no matter, no matter where, no matter what, in no particular order, no particular order, no preference, whether or not, or not, if not, not to mention, never mind, no doubt, no problem, but also, sondern auch, mais aussi, sino también, mas também, ma anche, maar ook, why not, no idea, nothing else, without limit, no limit'

/** What follows is meant beside something else: where that is not said, a search for it alone would be too narrow. */
export const notOnly =
  'not only, not just, not merely, not simply, do not only, does not only, do not just, does not just, don t only, don t just, doesn t only, doesn t just, are not only, are not just, aren t just, aren t only, nicht nur, non seulement, pas seulement, no solo, no sólo, não só, não apenas, non solo, niet alleen, nie tylko'
/** Words that continue with what is meant beside it. */
export const butAlso = 'but, sondern, mais, sino, mas, ma, maar, ale'

/** Words between which and a technology, a place or an employer nobody can tell whether it is wanted still. */
export const doubts =
  'invest in, invests in, investing in, that invest in, export to, exports to, exporting to, import from, imports from, importing from, ship to, ships to, shipping to, deliver to, delivers to, expand to, expand into, expanding to, expanding into, expanded into, sell to, sells to, selling to, sell into, that sell to, that sells to, who sell to, catering to, cater to, whose customers are, whose clients are, with customers in, with clients in, customers in, clients in, customers include, clients include, owned by, bought by, taken over by, sold to, competing with, competitors of, alternatives to, stopped, stopped using, stop using, stopping, quit using, ceased using, moved off, moving off, moved away from, moving away from, migrated from, migrating from, migrated off, migrated away from, migrating off, migrating away from, switching from, switched away from, switched off, ditched, ditching, dropped, dropping, abandoned, abandoning, replaced, replacing, ripped out, churned from, got rid of, getting rid of, avoid, avoids, avoiding, refuse, refuses, refusing, reject, rejected, hate, tired of, unhappy with, unlike, against, hardly, barely, rarely, seldom, scarcely, moved out of, moving out of, exited, exiting, pulled out of, withdrew from, leaving, fled, away from, free of, kaum, selten, abandonné, arrêté, abandonaron, dejaron de usar, deixaram de usar, hanno smesso di usare, gestopt met'
