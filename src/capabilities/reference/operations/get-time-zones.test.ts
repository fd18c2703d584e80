import { expect, test } from 'vitest'
import { verifies } from '../../../../test/conformance/verifies.ts'
import { timeZonesNames } from '@vvo/tzdb'
import { ask, describeReference } from '../../../../test/support/ask-reference.ts'
import { getTimeZones } from './get-time-zones.ts'

describeReference(getTimeZones)

test('answers every IANA zone, each group with its 13 members and those that clients read', async () => {
  verifies('op.get-time-zones', 'enum.time-zones', 'client.enum.time-zones')
  const { timeZones } = (await ask<{ timeZones: { name: string; group: string[] }[] }>(getTimeZones)).body
    .output
  const named = new Set(timeZones.flatMap((zone) => zone.group))
  for (const name of timeZonesNames) expect(named).toContain(name)
  for (const zone of timeZones) expect(Object.keys(zone)).toHaveLength(22)
  // The clock of the request is in January.
  expect(timeZones.find((zone) => zone.name === 'Europe/Paris')).toMatchObject({
    currentTimeOffsetInMinutes: 60,
    timeZoneName: 'Europe/Paris',
    minUtcOffsetMinutes: 60,
    maxUtcOffsetMinutes: 120,
    isDaylightSaving: false,
    currentLocalTime: expect.stringMatching(/^2026-01-\d\dT\d\d:\d\d:\d\d\+01:00$/),
  })
})
