import { z } from 'zod'
import { optional, outsideId } from '../../operation/index.ts'
import { emailAddress } from './schema.ts'
import { socialPerson, type SocialPerson } from './social-lookup.ts'

const externalId = optional(outsideId(z.string().max(200))).describe('Comes back with the result.')
const text = optional(z.string().min(1).max(500))

/** A person as clients of look-ups name one: by the page, by the user id, or by what is known. */
export const clientPerson = z
  .discriminatedUnion('inputType', [
    z.object({ inputType: z.literal('pnetUrl'), pnetUrl: z.string().min(1), externalId }),
    z.object({ inputType: z.literal('pnetUserId'), pnetUserId: outsideId(z.string().min(1)), externalId }),
    z.object({
      inputType: z.literal('manual'),
      fullName: z.string().min(1).max(256),
      company: text.describe('Employer.'),
      jobTitle: text,
      schoolName: text,
      workEmail: optional(emailAddress),
      pnetUrl: optional(z.string().min(1)),
      externalId,
    }),
  ])
  .meta({ id: 'ClientPerson' })

type ClientPerson = z.output<typeof clientPerson>

const valued = (value: string | undefined) => (value === undefined ? undefined : { value })

/** The same person in the words of the look-ups. */
export function toPerson(person: ClientPerson): SocialPerson {
  const { externalId: clientReferenceId } = person
  if (person.inputType === 'pnetUrl') return { ...unknown, pnetUrl: person.pnetUrl, clientReferenceId }
  if (person.inputType === 'pnetUserId') {
    const profileIdentifier = { identifier: 'userID' as const, value: person.pnetUserId, source: undefined }
    return { ...unknown, profileIdentifier, clientReferenceId }
  }
  return {
    ...unknown,
    pnetUrl: person.pnetUrl,
    personName: valued(person.fullName),
    companyName: valued(person.company),
    jobTitle: valued(person.jobTitle),
    schoolName: valued(person.schoolName),
    emailAddress: person.workEmail,
    clientReferenceId,
  }
}

const unknown: SocialPerson = {
  profileIdentifier: undefined,
  pnetUrl: undefined,
  emailAddress: undefined,
  personName: undefined,
  companyName: undefined,
  companyDomain: undefined,
  jobTitle: undefined,
  schoolName: undefined,
  profileLocation: undefined,
  clientReferenceId: undefined,
}

const plainPerson = socialPerson.extend({
  inputType: optional(z.never()).describe('Of the other form: pnetUrl, pnetUserId or manual.'),
})

/** A person in either form. Whoever says an `inputType` means that of clients, and is told what is wrong with it. */
export const askedPerson = z.union([clientPerson.transform(toPerson), plainPerson], { error: faultOfForm })

function faultOfForm({ code, input }: { code?: string | undefined; input?: unknown }): string | undefined {
  const isForm = typeof input === 'object' && input !== null && 'inputType' in input
  if (code !== 'invalid_union' || !isForm) return undefined
  const [issue] = clientPerson.safeParse(input).error?.issues ?? []
  return issue && `${issue.path.join('.')}: ${issue.message}`
}
