import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import {
  companyRecord,
  completeCompany,
  completeJobPosting,
  completePerson,
  completePost,
  nativePerson,
  personRecord,
  type NativePerson,
} from './index.ts'

const wireKeys = (schema: z.ZodObject) =>
  Object.entries(schema.shape)
    .filter(([, member]) => !(member instanceof z.ZodOptional))
    .map(([key]) => key)

const ada: NativePerson & { primary_slug: string } = {
  tags: ['student'],
  primary_slug: 'ada-x1',
  name: 'Ada X',
  experiences: [
    { title: 'Intern', start_date: '2019-01-01', end_date: '2019-06-30', is_current: false },
    { title: 'Engineer', start_date: '2020-01-01', is_current: true, job_function: ['Engineering'] },
  ],
  tenures: [{ company_name: 'Zeta', titles: ['Engineer'] }],
  inferred_location: { city: 'Paris', coordinates: { lat: 48.85, lon: 2.35 } },
  emails: [{ email: 'ada@example.com', type: 'work' }],
  source: 'test',
}

describe('completePerson', () => {
  it('yields every member of the record in schema order whatever the input order', () => {
    const reversed = Object.fromEntries(Object.entries(ada).toReversed()) as typeof ada
    expect(Object.keys(completePerson(ada))).toEqual(wireKeys(personRecord))
    expect(JSON.stringify(completePerson(reversed))).toBe(JSON.stringify(completePerson(ada)))
  })

  it('yields a record its own schema accepts unchanged', () => {
    const record = completePerson(ada)
    expect(personRecord.strict().parse(record)).toEqual(record)
    expect(record.inferred_location?.street_address).toBeNull()
    expect(record.experiences?.[0]?.employment_type).toEqual([])
    expect(record.tenures?.[0]).toMatchObject({ date_range: { gte: null, lte: null }, localities: [] })
  })

  it('keeps contact details and provenance out of the record', () => {
    const json = JSON.stringify(completePerson(ada))
    expect(json).not.toContain('ada@example.com')
    expect(Object.keys(JSON.parse(json) as object)).not.toContain('source')
  })

  it('takes the first current experience as current job, and none when none is current', () => {
    expect(completePerson(ada).current_job?.title).toBe('Engineer')
    expect(completePerson({ primary_slug: 'a' }).current_job).toBeNull()
  })

  it.each([
    ['https://www.linkedin.com/company/1035/', null, ['1035', null]],
    ['1035', null, ['1035', null]],
    ['https://www.linkedin.com/company/1035', '7', ['7', null]],
    ['https://www.linkedin.com/company/Acme/about', null, [null, 'acme']],
    ['https://www.linkedin.com/in/ada', null, [null, null]],
  ])('reads the page %s of an employer', (company_slug, pnet_company_id, read) => {
    const given = { company_name: 'Acme', company_slug, pnet_company_id }
    const [position] = completePerson({ primary_slug: 'a', experiences: [given] }).experiences ?? []
    expect([position?.pnet_company_id, position?.company_slug]).toEqual(read)
  })

  it('reads level and functions from the title where the source gives none, and nowhere else', () => {
    const record = completePerson({
      primary_slug: 'a',
      experiences: [
        { title: 'Vertriebsleiterin', is_current: true },
        { title: 'Software Engineer', seniority: 'Executive', job_function: [] },
        { title: 'Software Engineer', job_function: ['Legal'] },
        { title: 'Wizard' },
        { title: null },
      ],
    })
    expect(record.experiences?.map(({ seniority, job_function }) => [seniority, job_function])).toEqual([
      ['Director', ['Sales']],
      ['Executive', ['Engineering']],
      ['Associate', ['Legal']],
      [null, []],
      [null, []],
    ])
    expect(record.current_job?.seniority).toBe('Director')
  })

  it('shares no list between records, so changing one leaves the next alone', () => {
    const first = completePerson({ primary_slug: 'a' })
    first.skills?.push('x')
    expect(completePerson({ primary_slug: 'b' }).skills).toEqual([])
  })

  it('changes nothing when applied twice', () => {
    fc.assert(
      fc.property(
        fc.record(
          {
            name: fc.option(fc.string()),
            connection_count: fc.option(fc.nat()),
            skills: fc.option(fc.array(fc.string())),
            open_to_work: fc.option(fc.boolean()),
            education: fc.option(fc.array(fc.record({ degree: fc.string() }, { requiredKeys: [] }))),
          },
          { requiredKeys: [] },
        ),
        (given) => {
          const once = completePerson({ ...given, primary_slug: 'p' })
          expect(JSON.stringify(completePerson(once))).toBe(JSON.stringify(once))
          expect(personRecord.strict().safeParse(once).success).toBe(true)
        },
      ),
    )
  })
})

describe('completeCompany and the others', () => {
  it('complete an empty company to a record its schema accepts', () => {
    const record = completeCompany({ domains: ['zeta.example'], funding_rounds: [{ round_type: 'seed' }] })
    expect(Object.keys(record)).toEqual(wireKeys(companyRecord))
    expect(companyRecord.strict().parse(record)).toEqual(record)
    expect(record.funding_rounds).toEqual([
      {
        round_type: 'seed',
        announced_on_date: null,
        raised_amount_usd: null,
        post_money_valuation_usd: null,
      },
    ])
  })

  it('name the standard industries where the source names others only', () => {
    const industries = (given: Parameters<typeof completeCompany>[0]) =>
      completeCompany(given).standard_industries
    const li_industries = [{ id: '4', name: 'Computer Software', primary: true }]
    expect(industries({ li_industries, alt_industries: ['Fintech'] })).toEqual(['Software', 'Finance'])
    expect(industries({ li_industries, standard_industries: ['Gaming'] })).toEqual(['Gaming'])
    expect(industries({ alt_industries: ['Paint drying'] })).toEqual([])
  })

  it.each([
    ['€', 'EUR'],
    ['gbp', 'GBP'],
    [' zł', 'PLN'],
    ['US$', 'USD'],
  ])('know the pay of a posting in %s', (currency, code) => {
    const pay = { min: 50_000, max: null, currency, period: 'yearly' as const }
    const posting = completeJobPosting({ job_id: '1', posted_at: '2026-01-10', compensation_range: pay })
    expect(posting.compensation_range).toMatchObject({ currency: code, gte: { currencyUnit: code } })
    expect(posting.annual_salary_usd?.gte).toBeGreaterThan(10_000)
  })

  it('leave a sign that stands for two currencies', () => {
    const pay = { min: 50_000, max: null, currency: '¥', period: 'yearly' as const }
    const posting = completeJobPosting({ job_id: '1', compensation_range: pay })
    expect(posting).toMatchObject({ annual_salary_usd: null, compensation_range: { currency: '¥' } })
  })

  it('complete a post with its id alone', () => {
    expect(completePost({ post_id: '1' })).toMatchObject({ post_id: '1', caption: null, image_urls: [] })
  })
})

describe('nativePerson', () => {
  it('accepts every completed record, so an export can be imported again', () => {
    expect(nativePerson.safeParse(completePerson(ada)).success).toBe(true)
  })

  it('refuses a seniority outside the closed list', () => {
    const wrong = { experiences: [{ seniority: 'Boss' }] }
    expect(nativePerson.safeParse(wrong).success).toBe(false)
  })
})
