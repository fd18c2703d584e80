import { z } from 'zod'
import { nativeCompany, nativePerson } from '../../corpus/records/index.ts'

/** A person as the network shows them now. At least one member is given. */
export const personLiveQuestion = z.object({
  slug: z.string().nullable(),
  url: z.string().nullable(),
  /** Member id on the network. */
  userId: z.string().nullable(),
  entityUrn: z.string().nullable(),
  /** Known besides, for sources that do not know the network's identifiers. */
  email: z.string().nullable(),
  name: z.string().nullable(),
  employer: z.string().nullable(),
})

/** A company as the network shows it now. At least one member is given. */
export const companyLiveQuestion = z.object({
  slug: z.string().nullable(),
  /** Organization id on the network. */
  orgId: z.string().nullable(),
  url: z.string().nullable(),
  domain: z.string().nullable(),
  name: z.string().nullable(),
  /** Whether `employee_trends` of the past are wanted. */
  historicalHeadcount: z.boolean(),
})

/** One line of the import format. */
export const personRecordAnswer = z.object({ record: nativePerson })
export const companyRecordAnswer = z.object({ record: nativeCompany })

/** The logo of a company. At least one member is given. */
export const logoQuestion = z.object({
  domain: z.string().nullable(),
  slug: z.string().nullable(),
  orgId: z.string().nullable(),
})

export const logoAnswer = z.object({ logoUrl: z.url({ protocol: /^https?$/ }).max(2048) })
