import { describe, expect, test } from 'vitest'
import { identifierOf, readValue } from './identifier.ts'
import { isOwnedBy, findSharedHost } from './multi-tenant-host.ts'

test.each([
  'facebook.com',
  'm.facebook.com',
  'de-de.facebook.com',
  'linkedin.com',
  'x.com',
  't.me',
  'linktr.ee',
  'bio.link',
  'etsy.com',
  'ebay.co.uk',
  'amazon.com.br',
  'sites.google.com',
  'docs.google.com',
  'google.pl',
  'g.page',
  'maps.app.goo.gl',
  'bit.ly',
  'wixsite.com',
  'wordpress.com',
  'blogspot.com',
  'blogspot.fr',
  'github.com',
  'gist.github.com',
  'github.io',
  'myshopify.com',
  'uk.com',
  'gmail.com',
  'yahoo.co.nz',
  'apps.apple.com',
  'play.google.com',
  'yelp.ca',
  'tripadvisor.it',
  'notion.site',
  'example.com',
  'kleinanzeigen.de',
  'booksy.com',
  'treatwell.co.uk',
  'gelbeseiten.de',
  'pagesjaunes.fr',
  'northdata.de',
  'idealista.pt',
  'tilda.ws',
  'my.canva.site',
  'gitee.com',
  'note.com',
  'forms.gle',
  'posteo.de',
  'skynet.be',
  'earthlink.net',
  'tin.it',
  'naver.me',
  'm.me',
  'zalo.me',
  'acme.slack.com',
  'v.gd',
  'qrco.de',
  'bento.me',
  'cal.com',
  'sedo.com',
  'dan.com',
  'hugedomains.com',
  'urldefense.com',
  'eur01.safelinks.protection.outlook.com',
  'acme-com.translate.goog',
  'map.naver.com',
  'open.kakao.com',
])('%s is many’s', (host) => {
  expect(findSharedHost(host)).toBeDefined()
})

test.each([
  'acme.com',
  'shop.acme.com',
  'acme.github.io',
  'acme.myshopify.com',
  'acme.wixsite.com',
  'acme.wordpress.com',
  'acme.blogspot.com',
  'acme.uk.com',
  'acme.example',
  'acme.tilda.ws',
  'acme.onmicrosoft.com',
  'apple.com',
  'microsoft.com',
  'myfacebook.com',
  'google-partner.com',
  'ebayinc.com',
])('%s is somebody’s own', (host) => {
  expect(findSharedHost(host)).toBeUndefined()
})

/** Owners as files call them. */
const owners = `
Meta Platforms, Inc. | facebook.com
Facebook | facebook.com
Instagram | instagram.com
LinkedIn Corporation | linkedin.com
X Corp. | x.com
Twitter, Inc. | twitter.com
Reddit, Inc. | reddit.com
Pinterest | pinterest.com
Snap Inc. | snapchat.com
TikTok | tiktok.com
YouTube | youtube.com
Quora | quora.com
Discord Inc. | discord.com
XING SE | xing.com
GitHub, Inc. | github.com
GitLab Inc. | gitlab.com
Hugging Face | huggingface.co
Stack Overflow | stackoverflow.com
Etsy, Inc. | etsy.com
eBay Inc. | ebay.com
eBay GmbH | ebay.de
Amazon.com, Inc. | amazon.com
Amazon | amazon.co.uk
Shopify Inc. | shopify.com
Wix.com Ltd. | wix.com
Squarespace | squarespace.com
Weebly | weebly.com
Automattic | wordpress.com
WordPress.com | wordpress.com
Medium | medium.com
Substack | substack.com
Patreon | patreon.com
Kickstarter PBC | kickstarter.com
Linktree | linktr.ee
Calendly | calendly.com
Bitly | bit.ly
Alphabet Inc. (Class A) | google.com
Google LLC | google.com
Baidu, Inc. | baidu.com
DuckDuckGo | duckduckgo.com
Dropbox | dropbox.com
Notion Labs, Inc. | notion.so
Canva | canva.com
Airtable | airtable.com
Yelp Inc. | yelp.com
Tripadvisor | tripadvisor.com
Trustpilot A/S | trustpilot.com
Glassdoor | glassdoor.com
Indeed | indeed.com
Crunchbase | crunchbase.com
Booking.com B.V. | booking.com
Airbnb, Inc. | airbnb.com
Expedia Group | expedia.com
DoorDash | doordash.com
Deliveroo | deliveroo.co.uk
Zillow Group | zillow.com
Eventbrite | eventbrite.com
Upwork Inc. | upwork.com
Udemy | udemy.com
Mercado Libre | mercadolibre.com
Alibaba Group | alibaba.com
Proton AG | proton.me
Zoho Corporation | zoho.com
Yahoo! | yahoo.com
AT&T | att.net
Comcast | comcast.net
Naver Corporation | naver.com
Tencent | qq.com
Telia Company | telia.com
Fastmail | fastmail.com
Product Hunt | producthunt.com
Typeform | typeform.com
Doctolib | doctolib.fr
Stiftung Warentest | test.de
American Automobile Association | aaa.com
AAA, Inc. | aaa.com
Hormel Foods Corporation | spam.com
Ströer SE & Co. KGaA | t-online.de
Ströer Digital Publishing GmbH | t-online.de
Deutsche Telekom AG | t-online.de`

test.each(owners.trim().split('\n'))('%s keeps it', (line) => {
  const [name = '', host = ''] = line.split(' | ')
  expect(readValue(identifierOf.domain(host, [name]))).toBe(host)
  expect(identifierOf.domain(host, ['Lark Press Ltd'])).toEqual({ why: 'shared' })
  expect(identifierOf.domain(`https://${host}/larkpress`, [name])).toEqual({ why: 'shared' })
})

test('who does something with a platform does not own it', () => {
  const facebook = findSharedHost('facebook.com')!
  for (const name of ['Facebook Ads Academy', 'Face Book Shop', 'The Facebook Marketing Agency', ''])
    expect(isOwnedBy(facebook, [name])).toBe(false)
})

describe('a page that one has on such a host', () => {
  test.each([
    ['https://www.facebook.com/ShopA', 'social/shopa'],
    ['facebook.com/shopa/', 'social/shopa'],
    ['https://m.facebook.com/shopA?ref=x', 'social/shopa'],
    ['https://www.facebook.com/pages/category/Bakery/Shop-A-123/', 'social/shop-a-123'],
    ['https://www.facebook.com/profile.php?id=1000456', 'social/1000456'],
    ['https://instagram.com/shop.a/', 'photo/shop.a'],
    ['https://github.com/larkpress/press', 'codehost/larkpress'],
    ['https://linktr.ee/ShopA', 'linktr.ee/shopa'],
    ['https://sites.google.com/view/shop-a/home', 'sites.google.com/shop-a'],
    ['https://www.etsy.com/de/shop/ShopA?ref=y', 'etsy.com/shopa'],
    ['https://g.page/shop-a', 'g.page/shop-a'],
  ])('%s is %s', (url, account) => expect(readValue(identifierOf.account(url))).toBe(account))

  test.each([
    'https://www.facebook.com/',
    'https://www.facebook.com/groups/bakers',
    'https://www.facebook.com/sharer/sharer.php?u=x',
    'https://www.google.com/maps/place/Shop+A',
    'https://docs.google.com/document/d/1',
    'https://www.instagram.com/p/Cxyz/',
    'https://github.com/login',
    'https://linktr.ee/',
    'https://acme.com/shop',
    'https://acme.github.io/x',
    'mailto:a@acme.com',
    'n/a',
  ])('%s identifies nobody', (url) => expect(readValue(identifierOf.account(url))).toBeUndefined())
})
