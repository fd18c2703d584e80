import { z } from 'zod'
import { free, perMinute, withDefault } from '../../../operation/index.ts'
import { suggestionTypes, type Suggestion, type SuggestionType } from '../../../corpus/search/index.ts'
import { operation, tag } from '../slice.ts'

/** Fewer letters would list what is most frequent and not what somebody means. */
const minCharacters = 2

export const suggest = operation({
  id: 'suggest',
  route: 'POST /v1/search/suggest',
  tag,
  summary: 'Complete what is typed into a filter',
  tasks: [
    'autocomplete company names, job titles, skills or cities',
    'which values of a filter does the corpus hold',
    'how is a title or a technology spelt',
  ],
  describe:
    'Completes a text from what the corpus holds: companies, job titles, skills, technologies, industries, cities and metro areas. Each word of the text begins a word of the suggestion; a slip of the keyboard in a word of four letters, two in one of eight, are put right. The suggestion that is the text itself comes first, then the most frequent ones. Nothing is suggested that no record has any more; what is new is suggested some seconds after it is searchable. Free.',
  input: z.object({
    type: z.enum(suggestionTypes),
    text: z.string().min(minCharacters).max(100).describe('What was typed so far.'),
    limit: withDefault(z.number().int().min(1).max(10), 10).describe('Suggestions answered at most.'),
  }),
  output: z.object({
    suggestions: z.array(
      z.object({
        label: z.string().describe('To be shown. Titles and unusual skills are in small letters.'),
        value: z
          .unknown()
          .describe(
            'What the filter takes. company: an entry of currentCompanies; title: a term of jobTitleV3; skill: a word of keywords, with skills as the only field of keywordSearchOptions; technology: a name of technologiesV2; industry: one of industriesV2; city and metro-area: a place of location.',
          ),
        count: z
          .number()
          .int()
          .nullable()
          .describe(
            'company: people who work there; title, skill: people who have it now; technology, industry: companies; city, metro-area: people whose place is within. null for a company that is not counted yet.',
          ),
        website: z.string().nullable().optional().describe('Of a company.'),
        countryCode: z.string().nullable().optional().describe('Of the headquarters of a company, alpha-3.'),
      }),
    ),
  }),
  price: free('Suggestions are free.'),
  limit: perMinute(300),
  examples: [
    { name: 'A job title, half typed', input: { type: 'title', text: 'softw eng' } },
    { name: 'A company, with a slip', input: { type: 'company', text: 'Norhtwind', limit: 5 } },
  ],
  effect: 'reads',
  async handle({ input: { type, text, limit }, deps }) {
    const suggestions = await deps.search.suggestions.suggest(type, text, limit)
    return { suggestions: suggestions.map((each) => show(type, each)) }
  },
})

/** A circle round a town that its people live in. */
const cityKm = 25

function show(type: SuggestionType, { label, key, count, company }: Suggestion) {
  if (company === undefined) return { label, count, value: readValue(type, { label, key }) }
  const [domain] = company.domains ?? []
  return {
    label,
    count,
    // A company without a domain is searched for by its name; no id is told, which would save a paid look-up.
    value: domain === undefined ? { name: label } : { domain },
    website: company.websites?.[0] ?? null,
    countryCode: company.location_consensus?.country_code ?? null,
  }
}

function readValue(type: SuggestionType, { label, key }: Pick<Suggestion, 'label' | 'key'>): unknown {
  switch (type) {
    case 'title':
      return { type: 'plain', term: key }
    case 'city': {
      const parts = label.split(', ')
      return {
        strategy: 'free-form-city',
        city: parts.slice(0, -1).join(', '),
        countryCode: parts.at(-1),
        radius: { unit: 'kilometers', quantity: cityKm },
      }
    }
    case 'metro-area':
      return { strategy: 'preset-region', region: key }
    default:
      return label
  }
}
