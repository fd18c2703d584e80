import registry from 'language-subtag-registry/data/json/registry.json' with { type: 'json' }
import { buildOnce } from './build-once.ts'
import tagByName from '../../../data/reference/languages.json' with { type: 'json' }
import type { LanguagesBody } from './schema.ts'

/** Written variants that services distinguish from the plain languages. */
const variants = [
  'ar-AE',
  'ar-EG',
  'ar-SA',
  'de-AT',
  'de-CH',
  'de-DE',
  'en-AU',
  'en-CA',
  'en-GB',
  'en-IE',
].concat(
  [
    'en-IN',
    'en-NZ',
    'en-SG',
    'en-US',
    'en-ZA',
    'es-419',
    'es-AR',
    'es-CL',
    'es-CO',
    'es-ES',
    'es-MX',
    'es-US',
  ],
  [
    'fr-BE',
    'fr-CA',
    'fr-CH',
    'fr-FR',
    'it-CH',
    'nl-BE',
    'pt-BR',
    'pt-PT',
    'sr-Cyrl',
    'sr-Latn',
    'zh-CN',
    'zh-HK',
  ],
  ['zh-Hans', 'zh-Hant', 'zh-TW'],
)

/**
 * The body of getLanguages: the names that the language filters of people take, and BCP 47 tags with English names
 * for members that take a language code. Tags are all two-letter codes in force, the codes of the filter names, and
 * the usual variants.
 */
export const languagesBody: () => LanguagesBody = buildOnce(() => {
  const display = new Intl.DisplayNames('en', { type: 'language', languageDisplay: 'standard' })
  const twoLetter = registered().filter(({ tag }) => tag.length === 2)
  const tags = new Set([...twoLetter.map(({ tag }) => tag), ...Object.values(tagByName), ...variants])
  const fallback = new Map(registered().map(({ tag, name }) => [tag, name]))
  const findName = (tag: string) => {
    const name = display.of(tag)
    return name === undefined || name === tag ? (fallback.get(tag) ?? tag) : name
  }
  return {
    languages: Object.keys(tagByName),
    languageTags: [...tags].sort().map((tag) => ({ tag, name: findName(tag) })),
  }
})

/** Language subtags of the IANA registry that are in force. */
const registered = buildOnce(() => {
  const rows = registry as { Type: string; Subtag?: string; Description: string[]; Deprecated?: string }[]
  return rows.flatMap(({ Type, Subtag, Description, Deprecated }) =>
    Type === 'language' && Subtag !== undefined && Deprecated === undefined
      ? [{ tag: Subtag, name: Description[0] ?? Subtag }]
      : [],
  )
})
