/** Reasons that do not name evidence. */
const outcomes = [
  'empty_row',
  'too_many_cells',
  'repeated_header',
  'no_key',
  'bad_identifier',
  'nothing_to_look_up',
  'no_match',
  'not_sure_enough',
  'names_two_companies',
  'decided_same',
  'decided_none',
  'withdrawn',
] as const

/** Members of a look-up that evidence is about, and the words its codes have for them. */
const members = {
  companyIdentifier: 'page',
  companyDomain: 'domain',
  companyName: 'company',
  profileIdentifier: 'profile',
  emailAddress: 'email',
  personName: 'name',
  jobTitle: 'title',
  profileLocation: 'place',
} as const

/** `same`: equal. `alike`: nearly, or in part. `differs`: contradicts. `past`: held before. `compared`: its words say how. */
const verdicts = ['same', 'alike', 'differs', 'past', 'compared'] as const

type Member = (typeof members)[keyof typeof members]
type Verdict = (typeof verdicts)[number]

export type ReasonCode = (typeof outcomes)[number] | `${Member}_${Verdict}`

/** All codes, for the documents. */
export const reasonCodes: readonly ReasonCode[] = [
  ...outcomes,
  ...Object.values(members).flatMap((member) =>
    verdicts.map((verdict): ReasonCode => `${member}_${verdict}`),
  ),
]

/** A code for each line of evidence (`companyName: alike: Acme`), without repetitions. */
export function evidenceCodes(evidence: readonly string[]): ReasonCode[] {
  const codes = evidence.flatMap((line): ReasonCode[] => {
    const [, member = '', words = ''] = /^(\w+): (.*)$/s.exec(line) ?? []
    const word = (members as Partial<Record<string, Member>>)[member]
    return word === undefined ? [] : [`${word}_${findVerdict(member, words)}`]
  })
  return [...new Set(codes)]
}

/** Evidence as the look-ups write it: `company-names.ts`, `score.ts`, `text-clues.ts`, `organization-clues.ts` of resolve. */
function findVerdict(member: string, words: string): Verdict {
  if (
    /^(another|no such position|no position there|not attended)\b|of somebody else|has another name$/.test(
      words,
    )
  )
    return 'differs'
  if (/^(was|worked at) /.test(words)) return 'past'
  if (/^(is|works at) |^its domain$/.test(words)) return 'same'
  // A name is followed by its likeness where it is not the same.
  if (member === 'personName') return / \(0\.\d+\)$/.test(words) ? 'alike' : 'same'
  if (member === 'profileLocation') return 'compared'
  return /^the same(?:$|, another name|, spelt)/.test(words) ? 'same' : 'alike'
}
