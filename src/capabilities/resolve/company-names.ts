import {
  type CompanyNameAgreement,
  companyNameFingerprints,
  companyNameForms,
  type CompanyNameForms,
  companyNameFuzzyFingerprints,
  companyNameLikeness,
  companyNameTrigrams,
  withoutMisspeltForm,
} from '../../corpus/names/index.ts'
import { normalizeDomain } from '../../lib/domain-name.ts'
import { companyNames, exactToken } from '../../corpus/search-index/index.ts'
import type { CompanyRecord } from '../../corpus/records/index.ts'

/** A company name to look for. */
export interface CompanyNameQuery {
  forms: CompanyNameForms
  /** The name without a legal form that has a slip; only for a fuzzy question. */
  withoutForm?: CompanyNameForms | undefined
  /** Tokens of the table of identifiers that companies of the name may carry; empty for a text without letters. */
  tokens: string[]
  /** Tokens of which a company of a misspelt name shares the most; only for a fuzzy question. */
  trigrams: string[]
  /** The text is a domain by its form: only a company called exactly so is meant by the name (`Booking.com`). */
  isDomain: boolean
}

export function companyNameQuery(name: string, { fuzzy }: { fuzzy: boolean }): CompanyNameQuery {
  const forms = companyNameForms(name)
  const isDomain = !/\s/.test(name.trim()) && normalizeDomain(name.trim()) !== undefined
  if (forms.key === '') return { forms, tokens: [], trigrams: [], isDomain }
  const withoutForm = fuzzy ? withoutMisspeltForm(forms) : undefined
  const all = withoutForm === undefined ? [forms] : [forms, withoutForm]
  const spellings = all.flatMap(companyNameFingerprints)
  const misspelt = fuzzy ? all.flatMap(companyNameFuzzyFingerprints) : []
  if (fuzzy && forms.joined.length <= maxInitials) misspelt.push(`#${forms.joined}`)
  if (fuzzy && forms.initials !== '') misspelt.push(`=${forms.initials}`)
  if (fuzzy && forms.words.length <= maxOfBeginning) misspelt.push(`^${forms.joined}`)
  const tokens = [...spellings, ...misspelt].map((form) => exactToken('nf', form))
  const trigrams = fuzzy ? [forms.letters, forms.joined].flatMap(companyNameTrigrams) : []
  return {
    forms,
    withoutForm,
    tokens: [...new Set([exactToken('name', forms.key), ...tokens])],
    trigrams: isDomain ? [] : [...new Set(trigrams)].map((form) => exactToken('ng', form)),
    isDomain,
  }
}

/** Words of a name that longer ones are looked for by, which begin with it. */
const maxOfBeginning = 2
/** Longest name that may be initials. */
const maxInitials = 6

/** How well a company's names fit: the best of them. */
export interface NameFit {
  /** 0..1 */
  likeness: number
  agreement: CompanyNameAgreement
  /** The name that fits. */
  name: string
  /** It is a former name or an alias. */
  isAlias: boolean
  /** A legal form or article was asked for which the name has not. */
  hasOtherForm: boolean
}

/** The worth of an alias compared with the main name of a company. */
const aliasShare = 0.98

/** What a name counts of which a misspelt legal form was left out. */
const withoutFormShare = 0.85

/** How well a company fits the name asked for, a misspelt legal form left out where that fits better. */
export function queryFit(
  { forms, withoutForm, isDomain }: CompanyNameQuery,
  record: Pick<CompanyRecord, 'preferred_name' | 'names'>,
  options: { fuzzy: boolean },
): NameFit | undefined {
  const whole = nameFit(forms, record, options)
  if (isDomain) return whole?.agreement === 'same' || whole?.agreement === 'spelling' ? whole : undefined
  const fit = withoutForm && nameFit(withoutForm, record, options)
  if (fit === undefined) return whole
  const part: NameFit = { ...fit, likeness: fit.likeness * withoutFormShare, agreement: 'misspelt' }
  return whole === undefined || part.likeness > whole.likeness ? part : whole
}

/** Undefined when no name of the company is the one asked for. */
function nameFit(
  wanted: CompanyNameForms,
  record: Pick<CompanyRecord, 'preferred_name' | 'names'>,
  { fuzzy }: { fuzzy: boolean },
): NameFit | undefined {
  let best: NameFit | undefined
  for (const [index, name] of companyNames(record).entries()) {
    const forms = companyNameForms(name)
    const nameLikeness = companyNameLikeness(wanted, forms, { fuzzy })
    if (nameLikeness === undefined) continue
    const { agreement } = nameLikeness
    const likeness = nameLikeness.likeness * (index === 0 ? 1 : aliasShare)
    const hasOtherForm = wanted.whole !== wanted.letters && forms.whole !== wanted.whole
    if (best === undefined || likeness > best.likeness || (likeness === best.likeness && !hasOtherForm))
      best = { likeness, agreement, name, isAlias: index > 0, hasOtherForm }
  }
  return best
}

/** One line of evidence. */
export function nameEvidence(member: string, { agreement, name, isAlias }: NameFit): string {
  const other = agreement === 'same' ? '' : `: ${name}`
  const also = isAlias ? `, another name of the company: ${name}` : other
  return agreement === 'same' ? `${member}: the same${also}` : `${member}: ${wordsOf[agreement]}${also}`
}

const wordsOf: Record<CompanyNameAgreement, string> = {
  same: 'the same',
  spelling: 'the same, spelt another way',
  'generic words': 'the same but for words such as Group',
  'word order': 'the same words in another order',
  misspelt: 'alike',
  part: 'one is part of the other',
  initials: 'initials',
}
