import { expect, test } from 'vitest'
import { parseAffiliation } from './affiliation.ts'

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
  ['4Quill, 100 Main Street, Jena, Germany', { institution: '4Quill', city: 'Jena', country: 'DEU' }],
  ['Dept of Research, L3Quill, Jena, Germany', { institution: 'L3Quill', city: 'Jena', country: 'DEU' }],
  ['Quillon 66, 100 Main Street, Jena, Germany', { institution: 'Quillon 66', city: 'Jena', country: 'DEU' }],
  [
    'Building 4, Quillon Robotics, Jena, Germany',
    { institution: 'Quillon Robotics', city: 'Jena', country: 'DEU' },
  ],
  [
    '12 Main Street, Quillon Robotics, Jena, Germany',
    { institution: 'Quillon Robotics', city: 'Jena', country: 'DEU' },
  ],
  ['School of Law; Ashbourne College', { institution: 'Ashbourne College' }],
])('%s', (line, parts) => expect(parseAffiliation(line)).toEqual(parts))

test.each([
  'Acme, Inc.',
  'Cleary, Gottlieb, Steen & Hamilton',
  'Acme Robotics',
  'Smith, Jones',
  'Canada',
  '',
  ',,,',
])('%s is a name', (text) => expect(parseAffiliation(text)).toBeUndefined())
