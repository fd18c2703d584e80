import { z } from 'zod'
import { nativeCompany, nativePerson } from '../../corpus/records/index.ts'
import { defineCapabilities } from '../capability.ts'

/** A person as the network shows them now. At least one member is given. */
const personLiveQuestion = z.object({
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
const companyLiveQuestion = z.object({
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
const personRecordAnswer = z.object({ record: nativePerson })
const companyRecordAnswer = z.object({
  record: nativeCompany,
  /** Members that others know better: they fill what the corpus leaves open, and overrule nothing. */
  yields: z.array(z.string()).max(100).optional(),
})

/** A company by its own site. */
const companySiteQuestion = z.object({ domain: z.string().nullable(), name: z.string().nullable() })

/** The logo of a company. At least one member is given. */
const logoQuestion = z.object({
  domain: z.string().nullable(),
  slug: z.string().nullable(),
  orgId: z.string().nullable(),
})

const logoAnswer = z.object({ logoUrl: z.url({ protocol: /^https?$/ }).max(2048) })

const slug = 'almanac-check-no-such-profile'
const url = `https://www.pnet.example/in/${slug}`
const domain = 'almanac-check.example'

export const liveCapabilities = defineCapabilities(
  {
    'person.live': { question: personLiveQuestion, answer: personRecordAnswer },
    'company.live': { question: companyLiveQuestion, answer: companyRecordAnswer },
    'company.site': { question: companySiteQuestion, answer: companyRecordAnswer },
    'company.logo': { question: logoQuestion, answer: logoAnswer },
  },
  {
    'person.live': {
      slug,
      url,
      userId: '999999999999',
      entityUrn: 'ACoAAAlmanacCheck',
      email: `nobody@${domain}`,
      name: 'Nobody Almanac-Check',
      employer: 'Almanac Check',
    },
    'company.live': {
      slug,
      orgId: '999999999999',
      url,
      domain,
      name: 'Almanac Check',
      historicalHeadcount: false,
    },
    'company.site': { domain, name: 'Almanac Check' },
    'company.logo': { domain, slug: null, orgId: null },
  },
)
