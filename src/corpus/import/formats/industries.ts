import type { Industry } from '../../records/index.ts'

/** The classic industries of network pages, as vendor files write them, under the standard industries they belong to. */
const members: Partial<Record<Industry, string>> = {
  'Administrative Services': 'facilities services|executive office|outsourcing/offshoring',
  'Aerospace & Military': 'airlines/aviation|aviation & aerospace|defense & space|military',
  'Arts & Music': 'arts and crafts|fine art|music|performing arts|museums and institutions|photography',
  Automotive: 'automotive',
  'Business Services':
    'business supplies and equipment|information services|professional training & coaching|program development|staffing and recruiting|human resources|translation and localization|writing and editing',
  Construction:
    'building materials|construction|civil engineering|architecture & planning|glass, ceramics, & concrete',
  Consulting: 'management consulting|think tanks|market research',
  'Consumer Goods':
    'apparel & fashion|consumer electronics|consumer goods|cosmetics|furniture|luxury goods & jewelry|sporting goods|textiles|tobacco|wine and spirits|dairy',
  'Consumer Services': 'consumer services|individual & family services|alternative dispute resolution',
  Design: 'design|graphic design|architecture & planning',
  Education: 'e-learning|education management|higher education|primary/secondary education|libraries',
  Energy: 'oil & energy|renewables & environment',
  Entertainment:
    'entertainment|motion pictures and film|gambling & casinos|animation|recreational facilities and services',
  Environmental: 'environmental services|renewables & environment',
  Events: 'events services',
  'Farming & Agriculture': 'farming|fishery|ranching|dairy',
  Finance:
    'accounting|banking|capital markets|financial services|investment banking|investment management|venture capital & private equity',
  'Food & Beverage': 'food & beverages|food production|restaurants|wine and spirits|supermarkets',
  Gaming: 'computer games',
  Government:
    'government administration|government relations|international affairs|judiciary|law enforcement|legislative office|military|political organization|public policy|public safety',
  Hardware: 'computer hardware|semiconductors|computer networking|consumer electronics|nanotechnology',
  Healthcare:
    'alternative medicine|health, wellness and fitness|hospital & health care|medical devices|medical practice|mental health care|veterinary',
  Hospitality: 'hospitality|restaurants',
  Industrials:
    'electrical/electronic manufacturing|industrial automation|machinery|mechanical or industrial engineering',
  'Information Technology':
    'information technology and services|computer networking|computer & network security|computer software|internet',
  Insurance: 'insurance',
  Legal: 'law practice|legal services|judiciary',
  'Life Sciences': 'biotechnology|pharmaceuticals',
  Logistics: 'logistics and supply chain|package/freight delivery|warehousing|packaging and containers',
  Manufacturing:
    'chemicals|electrical/electronic manufacturing|machinery|paper & forest products|plastics|printing|railroad manufacture|shipbuilding|textiles|packaging and containers',
  'Marketing & Advertising': 'marketing and advertising|public relations and communications|market research',
  Media: 'broadcast media|media production|newspapers|online media|motion pictures and film',
  Mining: 'mining & metals',
  Nonprofit:
    'civic & social organization|fund-raising|non-profit organization management|philanthropy|religious institutions|international affairs',
  Publishing: 'publishing|newspapers|writing and editing|printing',
  'Real Estate': 'commercial real estate|real estate',
  Retail: 'retail|supermarkets|luxury goods & jewelry',
  'Science & Engineering': 'research|nanotechnology|civil engineering|mechanical or industrial engineering',
  Security: 'security and investigations|computer & network security',
  Software: 'computer software|internet',
  Sports: 'sports|sporting goods',
  Telecom: 'telecommunications|wireless',
  Trade: 'import and export|international trade and development|wholesale',
  Transportation: 'maritime|transportation/trucking/railroad|airlines/aviation|package/freight delivery',
  'Travel & Tourism': 'leisure, travel, & tourism',
  Utilities: 'utilities',
  'Venture Capital': 'venture capital & private equity',
}

/** Network industry, in lower case, to its standard industries. */
export const standardIndustries: Record<string, Industry[]> = {}
for (const [standard, listed] of Object.entries(members)) {
  for (const name of listed.split('|')) (standardIndustries[name] ??= []).push(standard as Industry)
}
