import { z } from 'zod'
import { invalidMember, optional, outsideId } from '../../operation/index.ts'
import { suppressionReasons, type Suppression } from '../../platform/privacy/index.ts'
import { readSubjectIdentifiers, SubjectRefused, type GivenIdentifier } from './identify-subject.ts'
import type { PrivacyDeps } from './slice.ts'

const identifiers = z.array(z.string().trim().min(1).max(2048)).max(50)

/** Members that identify the person of a request. */
export const subjectMembers = {
  emails: optional(identifiers).describe('E-mail addresses of the person, in any spelling.'),
  phoneNumbers: optional(identifiers).describe('Telephone numbers with their country code.'),
  profiles: optional(identifiers).describe('Profile URLs, slugs, URNs or user ids on the network.'),
  externalIds: optional(outsideId(identifiers)).describe(
    'Ids in registers, as `SOURCE:ID`: `orcid:0000-0002-1825-0097`.',
  ),
}

const subjectNames = Object.keys(subjectMembers) as (keyof typeof subjectMembers)[]

type SubjectMembers = { [member in keyof typeof subjectMembers]?: string[] | undefined }

/** At least one identifier, or there is nobody to look for. */
export const namesSomebody = (members: SubjectMembers) =>
  subjectNames.some((name) => (members[name] ?? []).length > 0)

export const namesNobody = {
  path: ['emails'],
  message: 'At least one of emails, phoneNumbers, profiles and externalIds is required.',
}

/** The identifiers of a request. Throws a 400 that names an identifier nobody can have. */
export function readIdentifiers(
  members: SubjectMembers,
  { network }: Pick<PrivacyDeps, 'network'>,
): GivenIdentifier[] {
  try {
    return readSubjectIdentifiers(members, network)
  } catch (error) {
    if (error instanceof SubjectRefused) throw invalidMember(error.path, error.message, 'invalid_format')
    throw error
  }
}

export const suppressionReason = z.enum(suppressionReasons)

/** An entry of the list, without a word about who it is. */
export const suppressionView = z
  .object({
    suppressionId: z.string(),
    reason: suppressionReason,
    note: z.string().nullable(),
    createdAt: z.iso.datetime(),
    createdBy: z.string().describe('Account or token that made it.'),
    numPeopleKnown: z.int().describe('People who were in the corpus when it was made.'),
    identifiers: z
      .object({ emails: z.int(), phoneNumbers: z.int(), profiles: z.int(), others: z.int() })
      .describe('How many identifiers of each sort it covers.'),
  })
  .meta({ id: 'Suppression' })

export function buildView({
  id,
  reason,
  note,
  people,
  createdBy,
  createdAt,
  covers,
}: Suppression): z.input<typeof suppressionView> {
  return {
    suppressionId: id,
    reason,
    note,
    createdBy,
    createdAt: createdAt.toISOString(),
    numPeopleKnown: people,
    identifiers: {
      emails: covers.email,
      phoneNumbers: covers.phone,
      profiles: covers.profile,
      others: covers.other,
    },
  }
}
