import { describe, expect, test } from 'vitest'
import { verifies } from '../../../../conformance/verifies.ts'
import { service, shareService } from '../../../../../src/capabilities/trackers/fixtures/tracking.ts'

shareService()

interface RuleView {
  name: string
  entityType: string
  creditsPerCheck: number
  config: {
    schema: { required: string[]; properties: Record<string, unknown> }
    example: Record<string, unknown>
  }
  signal: { schema: object; example: { changeData: object[] } }
}

describe('listAvailableTrackerRules 200', () => {
  test('lists them in short, and one whole on request', async () => {
    const { rawKey: key } = await service.org()
    const short = await service.send('GET /v1/tracker/rules', { key })
    expect(short.text.length).toBeLessThan(32_000)
    for (const rule of short.body.output.companyRules as RuleView[]) {
      expect(Object.keys(rule.config)).toEqual(['example'])
      expect(rule.config.example['type']).toBe(rule.name)
    }
    const one = await service.send('GET /v1/tracker/rules?rule=person_changed_company', { key })
    const { companyRules, personRules, totalRuleCount, additionalRules } = one.body.output
    expect([companyRules, additionalRules, totalRuleCount]).toEqual([[], [], 52])
    expect(personRules).toMatchObject([
      { name: 'person_changed_company', config: { schema: { type: 'object' } } },
    ])
    const misspelt = await service.send('GET /v1/tracker/rules?rule=person_changed_companies', { key })
    expect([misspelt.status, misspelt.body.issues[0].path]).toEqual([400, 'rule'])
    expect(misspelt.body.issues[0].message).toContain('Did you mean person_changed_company?')
  })

  test('lists 25 rules of companies and 27 of people, each with examples that work', async () => {
    verifies('op.list-available-tracker-rules', 'tracker.rule.total-52', 'version.location-types-deprecated')
    const { rawKey: key } = await service.org()
    const { status, body } = await service.send('GET /v1/tracker/rules?includeSchemas=true', { key })
    expect(status).toBe(200)
    expect(body.chargeInfo.method).toBe('free')
    const { companyRules, personRules, totalRuleCount, additionalRules } = body.output
    expect([companyRules.length, personRules.length, totalRuleCount]).toEqual([25, 27, 52])
    expect(additionalRules.map(({ name }: RuleView) => name)).toEqual([
      'custom_filter_matched',
      'custom_filter_left',
      'person_custom_filter_matched',
      'person_custom_filter_left',
    ])
    for (const rule of [...companyRules, ...personRules, ...additionalRules] as RuleView[]) {
      expect(rule.creditsPerCheck).toBe(2)
      expect(rule.config.schema.required).toEqual(expect.arrayContaining(['type', 'entityType']))
      expect(Object.keys(rule.config.schema.properties)).toEqual(
        expect.arrayContaining(['lookbackDays', 'isDummy']),
      )
      expect(rule.signal.example.changeData.length).toBeGreaterThan(0)
      const preview = await service.send('POST /v1/tracker/rules/preview-signal', {
        key,
        body: { config: rule.config.example },
      })
      expect([preview.status, preview.body.warnings]).toEqual([200, undefined])
      expect(preview.body.output.signal).toEqual(rule.signal.example)
      service.clock.advance(1_000)
    }
    const withKeyword = (companyRules as RuleView[]).find(({ name }) => name === 'job_posting_with_keyword')!
    expect(withKeyword.config.schema.properties['locationTypes']).toMatchObject({
      deprecated: true,
      description: expect.stringContaining('modalities'),
    })
  })
})

test('listAvailableTrackerRules 401 without a key', async () => {
  expect((await service.send('GET /v1/tracker/rules')).status).toBe(401)
})
