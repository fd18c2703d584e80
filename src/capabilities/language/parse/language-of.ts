import { languageSigns, type Language } from './tables/languages.ts'
import { toPhraseKey, type Word } from './words.ts'

const languagesOfSign = new Map<string, Language[]>()
for (const [language, signs] of languageSigns)
  for (const sign of signs.split(', '))
    for (const word of toPhraseKey(sign).split(' '))
      languagesOfSign.set(word, [...new Set([...(languagesOfSign.get(word) ?? []), language])])

const languagesByWords = new WeakMap<readonly Word[], ReadonlySet<Language>>()

/** The language of a question by its small words; several where they speak for each alike, none where nothing tells. */
export function findLanguages(words: readonly Word[]): ReadonlySet<Language> {
  const before = languagesByWords.get(words)
  if (before !== undefined) return before
  const points = new Map<Language, number>()
  for (const { normal } of words)
    for (const language of languagesOfSign.get(normal) ?? [])
      points.set(language, (points.get(language) ?? 0) + 1)
  const most = Math.max(0, ...points.values())
  const languages = new Set([...points].flatMap(([language, count]) => (count === most ? [language] : [])))
  languagesByWords.set(words, languages)
  return languages
}
