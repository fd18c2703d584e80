/**
 * Names of exchanges in symbols, by their codes in ISO 10383 and by other names in files, as the one name that is stored.
 * Segments of an exchange (`XNGS`) are that exchange. Names that two exchanges have (`TSE`, `BSE` of Boston) are as they are.
 */
const names: Readonly<Record<string, string>> = {
  ...same('NASDAQ', ['XNAS', 'XNGS', 'XNMS', 'XNCM', 'NASDAQGS', 'NASDAQGM', 'NASDAQCM', 'NASDAQNM']),
  ...same('NYSE', ['XNYS']),
  ...same('NYSEAMERICAN', ['XASE', 'AMEX', 'NYSEMKT', 'NYSEAMER']),
  ...same('NYSEARCA', ['ARCX', 'ARCA']),
  ...same('CBOE', ['BATS', 'XCBO', 'CBOEBZX', 'BATSBZX']),
  ...same('OTC', ['OTCM', 'PINX', 'OTCPK', 'OTCQX', 'OTCQB', 'OTCMKTS', 'OTCBB', 'XOTC']),
  ...same('LSE', ['XLON', 'LON']),
  ...same('XETRA', ['XETR', 'ETR']),
  ...same('FRA', ['XFRA', 'FWB']),
  ...same('EPA', ['XPAR', 'EURONEXTPAR']),
  ...same('AMS', ['XAMS', 'EURONEXTAMS']),
  ...same('EBR', ['XBRU', 'EURONEXTBRU']),
  ...same('ELI', ['XLIS', 'EURONEXTLIS']),
  ...same('BIT', ['XMIL', 'MTAA']),
  ...same('BME', ['XMAD', 'XMCE']),
  ...same('SIX', ['XSWX', 'SWX', 'XVTX']),
  ...same('VIE', ['XWBO']),
  ...same('STO', ['XSTO', 'OMXSTO']),
  ...same('CPH', ['XCSE', 'OMXCOP']),
  ...same('HEL', ['XHEL', 'OMXHEX']),
  ...same('OSL', ['XOSL', 'OSE']),
  ...same('WSE', ['XWAR']),
  ...same('TSX', ['XTSE']),
  ...same('TSXV', ['XTSX', 'CVE']),
  ...same('TYO', ['XTKS', 'JPX']),
  ...same('HKEX', ['XHKG', 'HKG', 'SEHK']),
  ...same('SSE', ['XSHG', 'SHA']),
  ...same('SZSE', ['XSHE', 'SHE']),
  ...same('NSE', ['XNSE']),
  ...same('BSE', ['XBOM', 'BOM']),
  ...same('ASX', ['XASX']),
  ...same('KRX', ['XKRX']),
  ...same('KOSDAQ', ['XKOS']),
  ...same('TWSE', ['XTAI', 'TPE']),
  ...same('SGX', ['XSES']),
  ...same('B3', ['BVMF', 'BMFBOVESPA']),
  ...same('BMV', ['XMEX']),
  ...same('JSE', ['XJSE']),
  ...same('TASE', ['XTAE', 'TLV']),
}

function same(name: string, others: readonly string[]): Record<string, string> {
  return Object.fromEntries(others.map((other) => [other, name]))
}

/** The name of an exchange as it is stored, of one in upper case; a name that is not in the table stays. */
export const exchangeName = (text: string): string =>
  Object.hasOwn(names, text) ? (names[text] as string) : text
