import { expect } from 'vitest'
import type { ToolAnswer } from './mcp-client.ts'

/** Calls an operation: as a tool, by name through another tool, or over HTTP. */
export type Caller = (operation: string, input: Record<string, unknown>) => Promise<ToolAnswer>

export interface TaskResult {
  /** Credits each call says it cost, in order. */
  charged: number[]
  /** Names of the companies, page after page. */
  companies: string[]
  count: number
  /** The two people whose work address was asked for, with what was found. */
  revealed: { pnetUrl: string; emails: string[] }[]
  resolved: string[]
  listName: string
  used: number
}

/**
 * What somebody asks an agent for, from end to end: find companies and count them, read all pages, ask what two contacts
 * would cost, reveal them, look a company up, watch them all, say what it came to. `only`: asks for these members alone.
 */
export async function doTask(
  call: Caller,
  { companies: searchParams, only }: { companies: object; only?: readonly string[] },
): Promise<TaskResult> {
  const charged: number[] = []
  const done = async (operation: string, input: Record<string, unknown>) => {
    const answer = await call(operation, input)
    expect(answer.isError, `${operation}: ${answer.text}`).toBe(false)
    expect(answer.body.warnings ?? [], operation).toEqual([])
    charged.push(answer.body.chargeInfo.creditsCharged ?? 0)
    return answer.body.output
  }
  const { count } = await done('companyCount', { searchParams })
  const companies: { preferred_name: string; domains: string[] }[] = []
  let cursor: string | undefined
  do {
    const page = await done('companySearch', {
      searchParams,
      pageSize: 7,
      ...(cursor && { cursor }),
      ...(only && { fields: only }),
    })
    companies.push(...page.data)
    cursor = page.nextCursor ?? undefined
  } while (cursor !== undefined)
  const people = await done('peopleSearch', { searchParams: {}, companyParams: searchParams, pageSize: 2 })
  const question = {
    pnetUrls: people.data.map((person: { primary_slug: string }) => person.primary_slug),
    enrichmentType: { getWorkEmails: true, getPersonalEmails: false, getPhoneNumbers: false },
  }
  const cost = await done('syncQuickContactReveal', { ...question, dryRun: true })
  expect(cost.dryRun.maxCredits).toBe(4)
  const contacts = await done('syncQuickContactReveal', question)
  const domain = companies[0]?.domains[0]
  const company = await done('kitchenSinkCompany', { companyDomain: { value: domain } })
  const list = await done('createTrackerCompanyList', {
    name: 'Found by an agent',
    refreshIntervalDays: 7,
    companySearchParams: searchParams,
  })
  const balance = await done('getOrgCredits', {})
  return {
    charged,
    companies: companies.map(({ preferred_name }) => preferred_name),
    count,
    revealed: contacts.profiles.map((one: { pnetUrl: string; emails?: { email: string }[] }) => ({
      pnetUrl: one.pnetUrl,
      emails: (one.emails ?? []).map(({ email }) => email),
    })),
    resolved: company.data.map((one: { preferred_name: string }) => one.preferred_name),
    listName: list.name,
    used: balance.balances[0].used,
  }
}
