import { normalText } from '../../../../lib/text-normal.ts'
import { certificationChange } from '../change-data.ts'
import { isOldNews } from '../compare/event-age.ts'
import { findAddedBy, writeNames, mentions } from '../compare/words.ts'
import { personRule } from '../define-rule.ts'
import { optionalPhrases } from '../members.ts'

export const personNewCertification = personRule({
  type: 'person_new_certification',
  readableName: 'New certification',
  description:
    'The person lists a new certification. Certifications over a year older than the earlier state are ignored.',
  useCase: 'Find people who are qualified for what you do.',
  members: {
    certificationKeywords: optionalPhrases('At least one must be in its title or issuer, as whole words.'),
  },
  example: { certificationKeywords: ['AWS', 'Kubernetes'] },
  change: certificationChange,
  evaluate: (earlier, { person: after }, { certificationKeywords }) =>
    findAddedBy(earlier.person.certifications, after.certifications, ({ title }) =>
      title ? normalText(title) : undefined,
    )
      .filter(({ thing: { date } }) => !isOldNews(date, earlier))
      .filter(({ thing: { title, company_name } }) => mentions([title, company_name], certificationKeywords))
      .map(({ key, thing: { title = null, company_name = null, credential_id = null, date = null } }) => ({
        key,
        data: {
          kind: 'certification',
          title,
          company: company_name,
          credentialId: credential_id,
          issueDate: date,
        },
        eventDate: date,
      })),
  summary: (changes) =>
    `earned ${writeNames(changes.map(({ data }) => (data as { title: string | null }).title))}`,
  sample: ({ certificationKeywords: [title = 'Solutions Architect'] = [] }) => ({
    before: { person: { certifications: [] } },
    after: {
      person: {
        certifications: [
          { title, company_name: 'Example Academy', credential_id: 'EX-1', date: '2026-01-10' },
        ],
      },
    },
  }),
})
