import { expect, test } from 'vitest'
import { affiliationOf } from './affiliation.ts'

test.each([
  [
    'Department of Chemistry, Northgate University, Northgate, ON, Canada',
    { institution: 'Northgate University', city: 'Northgate', country: 'CAN' },
  ],
  [
    'Velmora Therapeutics, Inc., 12 Main Street, Boston, MA 02110, USA',
    { institution: 'Velmora Therapeutics Inc.', city: 'Boston', country: 'USA' },
  ],
  ['Sirocco Analytics, Pune, India', { institution: 'Sirocco Analytics', city: 'Pune', country: 'IND' }],
  [
    'Cardiology Unit, Bolvane Hospital Trust, Bolvane, United Kingdom',
    { institution: 'Bolvane Hospital Trust', city: 'Bolvane', country: 'GBR' },
  ],
  ['School of Law; Ashbourne College', { institution: 'Ashbourne College' }],
])('%s', (line, parts) => expect(affiliationOf(line)).toEqual(parts))

test.each([
  'Acme, Inc.',
  'Cleary, Gottlieb, Steen & Hamilton',
  'Acme Robotics',
  'Smith, Jones',
  'Canada',
  '',
  ',,,',
])('%s is a name', (text) => expect(affiliationOf(text)).toBeUndefined())
