import { companyNameKey } from '../../../../corpus/names/index.ts'
import { normalText } from '../../../../lib/text-normal.ts'
import { scalarChange } from '../change-data.ts'
import { compareScalars } from '../compare/scalar.ts'
import { companyRule } from '../define-rule.ts'

export const companyNameChanged = companyRule({
  type: 'company_name_changed',
  readableName: 'Company renamed',
  description: 'The company changed its name. Capitals, accents, punctuation and legal forms are ignored.',
  useCase: 'Keep your records right after a rebranding or a merger.',
  members: {},
  example: {},
  change: scalarChange,
  evaluate({ company: { preferred_name: was } }, { company: { preferred_name: is } }) {
    // Spaced otherwise, what looks like a legal form may be letters of the name: `E C S A`.
    if (was && is && squeezed(normalText(was)) === squeezed(normalText(is))) return []
    return compareScalars(was, is, nameKey)
  },
  summary: ([change]) => `was renamed from ${(change.data as { previous: string }).previous}`,
  sample: () => ({
    before: { company: { preferred_name: 'Acme Widgets' } },
    after: { company: { preferred_name: 'Acme Robotics' } },
  }),
})

/** `OpenSea`, `Open Sea` and `Open-Sea` are one name. */
const nameKey = (name: string) => squeezed(companyNameKey(name))

const squeezed = (name: string) => name.replaceAll(' ', '')
