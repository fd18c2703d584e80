import type { Form, NameForms } from './name-forms.ts'
import { patternPriors } from './priors.ts'

/** One way to make the part before the @ from a name. */
export interface Derivation {
  local: string
  /** `{first}.{last}` */
  pattern: string
  /** Ways taken where several are open, as `factor=value`. */
  choices: readonly string[]
  share: number
}

type Slot = { of: 'given' | 'family'; letters: 'all' | number }

interface Pattern {
  text: string
  before: Slot
  separator: string
  after: Slot | undefined
}

const readSlot = (name: string): Slot => {
  const of = name.startsWith('f') ? 'given' : 'family'
  if (name === 'first' || name === 'last') return { of, letters: 'all' }
  return { of, letters: Number(name.slice(1) || 1) }
}

/** Taken apart once. */
const patterns = new Map<string, Pattern>(
  Object.keys(patternPriors).map((text) => {
    const [, before = '', separator = '', after] = /^\{(\w+)\}([._-]?)(?:\{(\w+)\})?$/.exec(text) ?? []
    return [
      text,
      { text, before: readSlot(before), separator, after: after === undefined ? undefined : readSlot(after) },
    ]
  }),
)

/** Everything a name may be written as in an address, by the known patterns. Longer than 64 characters is left out. */
export function derivations(spellings: readonly NameForms[]): Derivation[] {
  const list: Derivation[] = []
  for (const forms of spellings) for (const pattern of patterns.values()) addPattern(list, pattern, forms)
  return list.filter(({ local }) => local.length <= 64 && /^[a-z0-9]+(?:[._-][a-z0-9]+)*$/.test(local))
}

/** Forms a slot can take; those that it writes alike are taken together. */
function formsFor(slot: Slot, forms: NameForms): { text: string; form: Form }[] {
  const written = slot.of === 'given' ? forms.givenNames : forms.family
  return written.flatMap((one) => {
    if (slot.letters === 'all') return one.full.length > 1 ? [{ text: one.full, form: one }] : []
    if (slot.letters === 1) return [{ text: one.initial, form: one }]
    const bare = one.full.replace(/[^a-z0-9]/g, '')
    return bare.length >= slot.letters ? [{ text: bare.slice(0, slot.letters), form: one }] : []
  })
}

function addPattern(list: Derivation[], pattern: Pattern, forms: NameForms): void {
  const add = (written: Written, form: { choices: readonly string[]; share: number }) => {
    const choices = [...forms.choices, ...form.choices]
    for (const one of withCut(pattern, written))
      list.push({
        local: one.local,
        pattern: pattern.text,
        share: form.share,
        choices: [...choices, ...one.choices],
      })
  }
  for (const before of formsFor(pattern.before, forms)) {
    if (pattern.after === undefined) {
      const isLast = pattern.before.of === 'family'
      add({ before: before.text, link: '', after: '', isLastFirst: isLast, choices: [] }, before.form)
      continue
    }
    for (const after of formsFor(pattern.after, forms)) {
      const form = {
        choices: [...before.form.choices, ...after.form.choices],
        share: before.form.share * after.form.share,
      }
      for (const middle of middles(pattern, forms))
        add(
          {
            before: before.text,
            link: middle.text,
            after: after.text,
            choices: middle.choices,
            isLastFirst: pattern.before.of === 'family',
          },
          form,
        )
    }
  }
}

/** What stands between given and family name. */
function middles(
  { before, separator }: Pattern,
  { middle }: NameForms,
): { text: string; choices: string[] }[] {
  if (middle === undefined || before.of === 'family') return [{ text: separator, choices: [] }]
  const separators = [{ text: separator, choices: ['middle=none'] }]
  separators.push({ text: separator + middle.initial + separator, choices: ['middle=initial'] })
  if (middle.full.length > 1)
    separators.push({ text: separator + middle.full + separator, choices: ['middle=full'] })
  return separators
}

interface Written {
  before: string
  link: string
  after: string
  /** Whether the family name stands before the given name, or alone. */
  isLastFirst: boolean
  choices: readonly string[]
}

/** Old systems cut names off: the whole at 6 to 8 letters, or the family name at 4 to 7. */
function withCut(pattern: Pattern, written: Written): { local: string; choices: readonly string[] }[] {
  const { before, link, after, isLastFirst, choices } = written
  const whole = before + link + after
  if (pattern.separator !== '' || whole.length <= 4 || /[._-]/.test(whole)) return [{ local: whole, choices }]
  const hasLast = pattern.before.of === 'family' || pattern.after?.of === 'family'
  const last = isLastFirst ? before : after
  const cuts: { local: string; value: string }[] = []
  for (const most of [8, 7, 6])
    if (whole.length > most) cuts.push({ local: whole.slice(0, most), value: `total${most}` })
  for (const most of hasLast ? [7, 6, 5, 4] : []) {
    if (last.length <= most) continue
    const cut = last.slice(0, most)
    cuts.push({ local: isLastFirst ? cut + link + after : before + link + cut, value: `last${most}` })
  }
  if (cuts.length === 0) return [{ local: whole, choices }]
  return [
    { local: whole, choices: [...choices, 'cut=none'] },
    ...cuts.map(({ local, value }) => ({ local, choices: [...choices, `cut=${value}`] })),
  ]
}
