import { describe, expect, it } from 'vitest'
import table from '../../../data/records/industry-words.json' with { type: 'json' }
import { industries } from './industries.ts'
import { listStandardIndustries, findStandardIndustry } from './industry-words.ts'

describe('findStandardIndustry', () => {
  it.each([
    ['Computer Software', 'Software'],
    ['computer games', 'Gaming'],
    ['Maschinenbau', 'Industrials'],
    ['Gesundheitswesen', 'Healthcare'],
    ['Versicherungen', 'Insurance'],
    ['Groß- und Einzelhandel', 'Retail'],
    ['Softwareentwicklung', 'Software'],
    ['Öffentliche Verwaltung', 'Government'],
    ['Banque et assurance', 'Insurance'],
    ['Bâtiment et travaux publics', 'Construction'],
    ['Hôtellerie', 'Hospitality'],
    ['Édition de logiciels', 'Software'],
    ['Énergies renouvelables', 'Energy'],
    ['Cabinets d’avocats', 'Legal'],
    ['Construcción', 'Construction'],
    ['Comercio minorista', 'Retail'],
    ['Hostelería y turismo', 'Hospitality'],
    ['Servicios jurídicos', 'Legal'],
    ['Industria farmacéutica', 'Life Sciences'],
    ['Automoción', 'Automotive'],
    ['Cryptocurrency', 'Finance'],
    ['Hospital & Health Care', 'Healthcare'],
    ['Hospitals and Health Care', 'Healthcare'],
    ['Information Technology & Services', 'Information Technology'],
    ['IT Services and IT Consulting', 'Information Technology'],
    ['Marketing & Advertising', 'Marketing & Advertising'],
    ['Advertising Services', 'Marketing & Advertising'],
    ['Non-profit Organization Management', 'Nonprofit'],
    ['Venture Capital and Private Equity Principals', 'Venture Capital'],
    ['Higher Education', 'Education'],
    ['Oil & Gas', 'Energy'],
    ['Renewables & Environment', 'Energy'],
    ['Environmental Services', 'Environmental'],
    ['Defense & Space', 'Aerospace & Military'],
    ['Airlines/Aviation', 'Transportation'],
    ['Transportation/Trucking/Railroad', 'Transportation'],
    ['Logistics & Supply Chain', 'Logistics'],
    ['Law Practice', 'Legal'],
    ['Food & Beverages', 'Food & Beverage'],
    ['Restaurants', 'Food & Beverage'],
    ['Hospitality', 'Hospitality'],
    ['Leisure, Travel & Tourism', 'Travel & Tourism'],
    ['Apparel & Fashion', 'Consumer Goods'],
    ['Retail Apparel and Fashion', 'Retail'],
    ['Import and Export', 'Trade'],
    ['Management Consulting', 'Consulting'],
    ['Staffing & Recruiting', 'Business Services'],
    ['Mechanical or Industrial Engineering', 'Science & Engineering'],
    ['Industrial Automation', 'Industrials'],
    ['Plastics Manufacturing', 'Manufacturing'],
    ['Motor Vehicle Manufacturing', 'Automotive'],
    ['Semiconductors', 'Hardware'],
    ['Telecommunications', 'Telecom'],
    ['Biotechnology Research', 'Life Sciences'],
    ['Insurance', 'Insurance'],
    ['Banking', 'Finance'],
    ['Fintech', 'Finance'],
    ['Computer & Network Security', 'Security'],
    ['Government Administration', 'Government'],
    ['Civil Engineering', 'Construction'],
    ['Real Estate', 'Real Estate'],
    ['Mining & Metals', 'Mining'],
    ['Utilities', 'Utilities'],
    ['Farming', 'Farming & Agriculture'],
    ['Newspapers', 'Publishing'],
    ['Broadcast Media', 'Media'],
    ['Motion Pictures & Film', 'Entertainment'],
    ['Performing Arts', 'Arts & Music'],
    ['Graphic Design', 'Design'],
    ['Spectator Sports', 'Sports'],
    ['Events Services', 'Events'],
    ['Facilities Services', 'Business Services'],
    ['Administrative and Support Services', 'Administrative Services'],
    ['Consumer Services', 'Consumer Services'],
    ['AI', 'Artificial Intelligence'],
    ['Cloud Computing', 'Cloud'],
    ['Enterprise software for shipyards', 'Software'],
    ['European biotechnology research group', 'Life Sciences'],
  ])('%s is %s', (name, industry) => {
    expect(findStandardIndustry(name)).toBe(industry)
  })

  it.each(['', '!', 'Paint drying', 'Maintain'])('%j is none', (name) => {
    expect(findStandardIndustry(name)).toBeUndefined()
  })

  it('takes every standard industry for itself, and has names for each', () => {
    for (const industry of industries) expect(findStandardIndustry(industry.toUpperCase())).toBe(industry)
    expect(new Set(table.map(([industry]) => industry))).toEqual(new Set(industries))
  })

  it('of several names gives three at most, without repeats', () => {
    const names = ['Banking', null, 'Fintech', 'Computer Software', 'Mystery', 'Insurance', 'Farming']
    expect(listStandardIndustries(names)).toEqual(['Finance', 'Software', 'Insurance'])
  })
})
