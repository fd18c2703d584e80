import { describe, expect, test } from 'vitest'
import { verifies } from '../../../../conformance/verifies.ts'
import { service, shareService } from '../../../../../src/capabilities/trackers/fixtures/tracking.ts'

shareService()

const preview = async (config: unknown) => {
  const { rawKey: key } = await service.org()
  return service.send('POST /v1/tracker/rules/preview-signal', { key, body: { config } })
}

const threshold = {
  type: 'headcount_crossed_threshold',
  entityType: 'company',
  direction: 'above',
  threshold: 100,
}

describe('previewTrackerSignal 200', () => {
  test('answers a signal of the very configuration, for nothing', async () => {
    verifies('op.preview-tracker-signal', 'event.preview')
    const { status, body } = await preview({ ...threshold, threshold: 70 })
    expect(status).toBe(200)
    expect(body.chargeInfo.method).toBe('free')
    const { signal } = body.output
    expect(signal).toMatchObject({ type: threshold.type, entityType: 'company', centiCreditsCharged: 0 })
    const [change] = signal.changeData
    expect(change.previous).toBeLessThan(70)
    expect(change.current).toBeGreaterThanOrEqual(70)
    expect(signal.summary).toBe('Acme reached 70 employees.')
  })

  test('takes the deprecated locationTypes as modalities, and warns', async () => {
    verifies('tracker.job-posting-with-keyword.location-types', 'version.location-types-deprecated')
    const config = {
      type: 'job_posting_with_keyword',
      entityType: 'company',
      keywords: ['robots'],
      locationTypes: ['on_site'],
    }
    const { body } = await preview(config)
    expect(body.output.signal.changeData).toMatchObject([{ title: 'robots', locationType: 'On-site' }])
    expect(body.warnings).toEqual([
      { field: 'config.locationTypes', message: expect.stringContaining('deprecated') },
    ])
  })

  test('warns of members that the rule does not have', async () => {
    const { status, body } = await preview({ ...threshold, treshold: 5 })
    expect(status).toBe(200)
    expect(body.warnings).toEqual([
      { field: 'config.treshold', message: expect.stringContaining('threshold') },
    ])
  })

  test('says which departments nobody counts', async () => {
    const config = {
      type: 'department_size_threshold',
      entityType: 'company',
      department: 'Research',
      threshold: 5,
      direction: 'above',
    }
    const { body } = await preview(config)
    expect(body.advice).toEqual([expect.stringContaining('No record counts people in Research')])
  })
})

describe('previewTrackerSignal 400', () => {
  test.each([
    ['config', undefined],
    ['config.type', { ...threshold, type: 'headcount' }],
    ['config.type', { ...threshold, type: undefined }],
    ['config.entityType', { ...threshold, entityType: 'person' }],
    ['config.threshold', { ...threshold, threshold: 0 }],
    ['config.direction', { ...threshold, direction: undefined }],
    ['config.lookbackDays', { ...threshold, lookbackDays: 91 }],
    [
      'config.minPercentChange',
      { type: 'headcount_growth_percent', entityType: 'company', direction: 'shrank', minPercentChange: 200 },
    ],
    [
      'config.searchParams.headquarterCountry',
      { type: 'custom_filter_matched', entityType: 'company', searchParams: { headquarterCountry: {} } },
    ],
    [
      'config.searchParams.group.or[1].nope',
      {
        type: 'custom_filter_left',
        entityType: 'company',
        searchParams: { group: { or: [{}, { nope: 1 }] } },
      },
    ],
    [
      'config.companyParams.employeeCountV2.lower',
      {
        type: 'person_custom_filter_matched',
        entityType: 'person',
        searchParams: {},
        companyParams: { employeeCountV2: { lower: 1 } },
      },
    ],
    [
      'config.lookbackDays',
      { type: 'custom_filter_matched', entityType: 'company', searchParams: {}, lookbackDays: 7 },
    ],
    ['config.searchParams', { type: 'custom_filter_matched', entityType: 'company' }],
    ['config.keywords[1]', { type: 'news_with_keyword', entityType: 'company', keywords: ['a', ''] }],
    ['config.keywords[0]', { type: 'news_with_keyword', entityType: 'company', keywords: ['"'] }],
    ['config.titleKeywords[0]', { type: 'person_title_changed', entityType: 'person', titleKeywords: ['('] }],
  ])('%s of %j', async (path, config) => {
    verifies('tracker.rule.type-required', 'tracker.rule.entity-type')
    const { status, body } = await preview(config)
    expect([status, body.issues?.map((issue: { path: string }) => issue.path)]).toEqual([400, [path]])
  })
})

test('previewTrackerSignal 401 without a key', async () => {
  expect(
    (await service.send('POST /v1/tracker/rules/preview-signal', { body: { config: threshold } })).status,
  ).toBe(401)
})
