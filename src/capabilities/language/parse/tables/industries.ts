import type { Industry } from '../../../../corpus/records/index.ts'

/** What standard industries are called in questions, their kinds and trades, in seven languages. */
export const industryNames: readonly (readonly [Industry, string])[] = [
  [
    'Administrative Services',
    'administrative services, staffing, staffing agency, recruitment agency, recruiting agency, recruitment firm, recruiting firm, employment agency, outsourcing, facilities services, personaldienstleister, zeitarbeit, zeitarbeitsfirma, recruiting firm, executive search, headhunting, cleaning, cleaning services, gebäudereinigung, reinigungsfirma, nettoyage, limpieza, limpeza, pulizie, schoonmaak, travail temporaire, trabajo temporal, lavoro interinale',
  ],
  [
    'Aerospace & Military',
    'aerospace, aerospace and military, aerospace & military, aviation, defense, defence, defense tech, defence tech, military, space, space tech, spacetech, drones, airlines, airline, aeronautics, luftfahrt, raumfahrt, luft und raumfahrt, aéronautique, aeroespacial, aerospaziale, verteidigung',
  ],
  [
    'Artificial Intelligence',
    'artificial intelligence, ai, a.i., machine learning, generative ai, gen ai, genai, llm, deep learning, computer vision, ki, künstliche intelligenz, intelligence artificielle, ia, inteligencia artificial, inteligência artificial, intelligenza artificiale, kunstmatige intelligentie',
  ],
  [
    'Arts & Music',
    'arts and music, arts & music, music, art, arts, record label, museum, musik, musique, música, musica, muziek',
  ],
  [
    'Automotive',
    'automotive, automobilzulieferer, automobilzulieferern, autohaus, car dealership, auto industry, car maker, carmaker, automaker, car manufacturer, electric vehicles, electric vehicle, ev, automobil, automobilindustrie, autozulieferer, automobile, automotriz, automóvel, automobilistico, automobilistiche, auto parts, car parts, automotive supplier, car rental, car repair, concessionnaire automobile, concesionario, concesionarios, concessionari',
  ],
  [
    'Business Services',
    'business services, professional services, hr tech, hrtech, translation agency, call center, call centre',
  ],
  ['Cloud', 'cloud, cloud computing, data center, hosting, cloud infrastructure, data infrastructure'],
  [
    'Construction',
    'construction, budowlane, budowlana, construction company, builder, building materials, architecture, contech, civil engineering, bau, baugewerbe, bauwesen, bauunternehmen, btp, bâtiment, construcción, constructora, construção, construtora, costruzioni, constructoras, construtoras, edile, edili, studio di architettura, studi di architettura, estudio de arquitectura, estudios de arquitectura, cabinet d architecture, cabinets d architecture, architekturbüro, architekturbüros, impresa edile, imprese edili, empresa constructora, bauträger, edilizia, bouw, bouwbedrijf',
  ],
  [
    'Consulting',
    'consulting, consultancy, management consulting, consulting firm, advisory, beratung, unternehmensberatung, conseil, consultoría, consultoria, consulenza, advies, ingénierie conseil, unternehmensberatungen',
  ],
  [
    'Consumer Goods',
    'consumer goods, cpg, fmcg, consumer products, fashion, apparel, clothing, cosmetics, beauty, luxury goods, toys, furniture, d2c, dtc, konsumgüter, mode, bekleidung, biens de consommation, moda, textil, bens de consumo, beni di consumo',
  ],
  ['Consumer Services', 'consumer services, personal care services, pet care, beauty salon, wedding'],
  [
    'Design',
    'design agency, design studio, branding agency, graphic design, industrial design, interior design',
  ],
  [
    'Education',
    'education, edtech, ed tech, e-learning, elearning, education technology, bildung, bildungswesen, éducation, educación, educação, educativo, istruzione, onderwijs, training provider, driving school, online courses, educativas, formación, formation professionnelle, school district, language school, kindergarten, tutoring',
  ],
  [
    'Energy',
    'energy, renewable energy, renewables, solar, solar energy, wind energy, wind power, oil and gas, oil & gas, oil, nuclear, energy storage, battery, energie, erneuerbare energien, solarenergie, énergie, énergies renouvelables, énergie renouvelable, energía, energías renovables, energia, energia renovável, energias renováveis, energie rinnovabili, hernieuwbare energie, electricity, electricity provider, energieversorger, energieversorgung, energéticas, energetiche, heat pump, ev charging',
  ],
  [
    'Entertainment',
    'entertainment, film, movie, film production, film studio, streaming, unterhaltung, divertissement, entretenimiento, entretenimento, intrattenimento',
  ],
  [
    'Environmental',
    'environmental, climate, climate tech, climatetech, cleantech, clean tech, greentech, green tech, sustainability, waste management, recycling, carbon capture, environmental services, umwelt, umwelttechnik, environnement, medio ambiente, meio ambiente, ambiente',
  ],
  [
    'Events',
    'events, event management, event planning, event agency, event organiser, event organizer, eventagentur, eventagenturen, trade shows, conferences, veranstaltungen',
  ],
  [
    'Farming & Agriculture',
    'agriculture, farming, agtech, agritech, ag tech, agribusiness, farm, landwirtschaft, agrar, agriculture biologique, agrícola, agricultura, agronegócio, agricoltura, agroalimentare, landbouw',
  ],
  [
    'Finance',
    'finance, financial services, financial, fintech, fin tech, financial technology, bank, banki, bankach, banken, banques, bancos, bancas, banche, finansowe, banking, neobank, accounting firm, accountancy, accountancy firm, escritório de contabilidade, escritórios de contabilidade, contabilidade, contabilidad, comptabilité, contabilità, accountancy practice, bookkeeping firm, accounting office, cabinet comptable, cabinets comptables, steuerkanzlei, steuerkanzleien, accountantskantoor, accountantskantoren, credit union, payments, payment, lending, wealth management, wealthtech, asset management, hedge fund, crypto, cryptocurrency, blockchain, web3, defi, investment banking, brokerage, finanzen, finanzdienstleister, finanzwesen, banken, zahlungsverkehr, banque, banques, services financiers, paiement, finanzas, servicios financieros, banco, bancos, pagos, finanças, serviços financeiros, pagamentos, finanza, servizi finanziari, banche, pagamenti, financiële dienstverlening, betalingen',
  ],
  [
    'Food & Beverage',
    'food production, food processing, food and beverage, food & beverage, food, beverage, f&b, restaurant, foodtech, food tech, ristorante, ristoranti, restaurante, restaurantes, bakery, food manufacturer, drinks, brewery, winery, wine producer, catering, bodega, bodegas, vinicola, vinicole, vinícola, weingut, weingüter, brauerei, brauereien, brasserie, cervecería, bäckerei, bäckereien, boulangerie, panadería, padaria, panificio, lebensmittel, getränke, gastronomie, restauration, agroalimentaire, alimentación, alimentos, alimentos y bebidas, alimentos e bebidas, alimentare, voeding, horeca',
  ],
  [
    'Gaming',
    'gaming, games, video games, game, video game, game studio, gaming studio, esports, mobile games, game development, videospiele, jeux vidéo, videojuegos, videogiochi, jogos',
  ],
  [
    'Government',
    'government, public sector, government agency, govtech, gov tech, public administration, municipality, behörden, öffentlicher dienst, secteur public, sector público, setor público, settore pubblico, overheid',
  ],
  [
    'Hardware',
    'hardware, hw, 半導体, semiconductor, semiconductors, chip, chipmaker, electronics, consumer electronics, chip maker, halbleiter, elektronik, semi-conducteurs, électronique, semiconductores, electrónica, semicondutores, semiconduttori, elettronica',
  ],
  [
    'Healthcare',
    'healthcare, health care, health, healthtech, health tech, digital health, medtech, med tech, medical devices, medical device, hospital, clinic, telehealth, telemedicine, femtech, mental health, dental, dental practice, dental office, medical office, vet practice, veterinary practice, veterinary clinic, veterinaria, veterinarias, veterinarios, clínica veterinaria, clínicas veterinarias, clínicas veterinárias, cliniche veterinarie, tierarztpraxis, tierarztpraxen, cabinet vétérinaire, doctor s office, medical practice, nursing home, pharmacy chain, arztpraxis, arztpraxen, zahnarztpraxis, zahnarztpraxen, pflegeheim, pflegeheime, medizintechnik, gesundheitswesen, gesundheit, krankenhäuser, krankenhaus, kliniken, santé, hôpitaux, hôpital, cliniques, hospitales, clínicas, hospitais, ospedali, ospedale, cliniche, ziekenhuis, ziekenhuizen, klinieken, apotheke, apotheken, pharmacie, pharmacies, farmacia, farmacias, farmácia, farmácias, farmacie, apotheek, apotheken, szpital, szpitale, salud, sanidad, hospitales, saúde, hospitais, sanità, salute, gezondheidszorg, zorg',
  ],
  [
    'Hospitality',
    'agriturismo, agriturismi, hospitality, hotel, hotels, resort, hotellerie, hôtellerie, hôtels, hoteles, hotelería, hotéis, hotelaria, alberghi, hotellerie und gastgewerbe, hostel, guesthouse, vacation rental',
  ],
  [
    'Industrials',
    'industrials, industrial, industrial automation, machinery, mechanical engineering company, industriels, maschinenbau, industrie, maschinenbauer, maschinenhersteller, anlagenbau, anlagenbauer, industriel, maquinaria',
  ],
  [
    'Information Technology',
    'information technology, informatyczne, it service provider, it systemhaus, it systemhäuser, systemhaus, systemhäuser, informatyczna, technologiczne, technologiczna, it services, it, it services and consulting, it consulting, tech, technology, it dienstleister, informatique, technologies de l information, tecnología, tecnologías de la información, tecnologia, tecnologia da informação, tecnologia dell informazione, informatica, ict',
  ],
  [
    'Insurance',
    'insurance, ubezpieczenia, ubezpieczeniowe, ubezpieczyciele, insurer, insurtech, insurance tech, reinsurance, versicherung, versicherungen, versicherer, assurance, assurances, assureur, assureurs, seguros, verzekeraar, verzekeraars, assicuratore, assicuratori, aseguradora, aseguradoras, seguradora, seguradoras, assicurazioni, verzekeringen',
  ],
  [
    'Legal',
    'legal services, legal, law firm, bufete de abogados, bufetes de abogados, despachos de abogados, estudio jurídico, estudios jurídicos, cabinet juridique, cabinets juridiques, rechtsanwaltskanzlei, rechtsanwaltskanzleien, law practice, law office, notary office, legaltech, legal tech, law, kanzlei, kanzleien, anwaltskanzlei, cabinet d avocats, cabinets d avocats, bufete, despacho de abogados, escritório de advocacia, studi legali, studio legale, advocatenkantoor, advocatenkantoren',
  ],
  [
    'Life Sciences',
    'life sciences, life science, biotech, biotechnology, bio tech, pharma, pharmaceutical, pharmaceuticals, pharmaceutical industry, drug discovery, genomics, therapeutics, techbio, pharmaindustrie, biotechnologie, pharmaceutique, biotecnología, farmacéutica, farmacéuticas, biotecnologia, farmacêutica, farmacêuticas, farmaceutiche, farmaceutica',
  ],
  [
    'Logistics',
    'logistics, logistyczne, logistyczna, logistiker, logistikdienstleister, transporteur, transporteurs, logísticas, logistiche, supply chain, freight, shipping, warehousing, last mile delivery, delivery, food delivery, 3pl, logtech, logistik, spedition, speditionen, freight forwarder, freight forwarding, warehouse, warehouses, 3pls, courier service, logistieke, logistiek, logistique, logística, logistica, logistiek',
  ],
  [
    'Manufacturing',
    'manufacturing, mfg, mfr, mfrs, fabricantes, produkcyjne, produkcyjna, manufacturer, industrial manufacturing, factory, chemicals, chemical, plastics, packaging, textile, textiles, produktion, fertigung, hersteller industrie, chemie, fabrication, manufacturier, manufactura, fabricación, manufatura, indústria, manifattura, manifatturiero, manifatturiere, tessile, tessili, chimica, chimiche, químicas, chimique, chimiques, metalworking, metal fabrication, machine shop, productiebedrijven, maakindustrie',
  ],
  [
    'Marketing & Advertising',
    'marketing and advertising, marketing & advertising, advertising, adtech, ad tech, martech, web agency, creative agency, communications agency, communication agency, media agency, social media agency, performance marketing agency, content agency, growth agency, influencer agency, marketing tech, marketing technology, marketing agency, ad agency, advertising agency, digital agency, marketing services, pr agency, public relations, public relations agency, seo agency, werbung, werbeagentur, werbeagenturen, marketingagentur, marketingagenturen, publicité, agence de publicité, agence de communication, agence de marketing, agence web, agences web, publicidad, agencia de publicidad, agência de publicidade, agenzia di comunicazione, agenzia pubblicitaria, agenzie pubblicitarie, agencia de marketing, publicidade, agência de marketing, pubblicità',
  ],
  [
    'Media',
    'media, broadcasting, news media, newspaper, radio, television, podcast, medien, médias, medios, medios de comunicación, mídia, giornali',
  ],
  [
    'Mining',
    'mining, miners, mining company, metals, mining and metals, gold mining, bergbau, exploitation minière, minería, mineração, estrazione mineraria, mijnbouw',
  ],
  [
    'Nonprofit',
    'nonprofit, non profit, not for profit, ngo, charity, foundation, philanthropy, gemeinnützig, gemeinnützige, association caritative, ong, sin fines de lucro, sem fins lucrativos, senza scopo di lucro, goede doelen',
  ],
  [
    'Publishing',
    'publishing, publisher, book publisher, verlag, verlage, édition, editorial, editora, editoria, uitgeverij',
  ],
  [
    'Real Estate',
    'real estate, proptech, coworking space, co working space, property management, property, commercial real estate, real estate agency, coworking, immobilien, immobilier, agence immobilière, agences immobilières, agenzia immobiliare, agenzie immobiliari, estate agency, letting agency, letting agent, immobilienmakler firma, inmobiliaria, inmobiliarias, inmobiliario, imobiliária, imobiliário, imobiliárias, immobiliare, immobiliari, vastgoed',
  ],
  [
    'Retail',
    'retail, retailer, ecommerce, e-commerce, e commerce, online retail, online shop, online store, supermarket, grocery, marketplace, einzelhandel, onlinehandel, handel, commerce de détail, commerce en ligne, minorista, comercio electrónico, comercio minorista, varejo, comércio eletrônico, vendita al dettaglio, detailhandel, webshop, webshops, webwinkel, webwinkels, onlineshop, onlineshops, loja online, lojas online, tienda online, tiendas online, boutique en ligne, boutiques en ligne, negozio online, negozi online',
  ],
  [
    'Science & Engineering',
    'science and engineering, engineering firm, engineering company, engineering consultancy, ingenieurbüro, ingenieurbüros, engineering services, robotics, robots, research institute, nanotechnology, quantum computing, quantum, robotik, robotique, robótica, robotica, deep tech, deeptech',
  ],
  [
    'Security',
    'security, cybersecurity, cyber security, infosec, cyber, information security company, network security, sicherheit, cybersicherheit, cybersécurité, ciberseguridad, cibersegurança, sicurezza informatica, cyberbeveiliging, seguridad, segurança, sécurité, sicurezza, beveiliging',
  ],
  [
    'Software',
    'software, softwarowe, softwarowa, softwarowych, sw, ソフトウェア, 软件, saas, b2b saas, software as a service, software company, softwarehaus, softwarehäuser, no code, nocode, low code, lowcode, enterprise software, b2b software, vertical saas, dev tools, devtools, developer tools, logiciel, logiciels, software empresarial, mobile apps, apps, crm software',
  ],
  [
    'Sports',
    'sports, sport, fitness, sportstech, sports tech, sports team, gym, fitness studio, fitness club, deportes, esportes, sportivi',
  ],
  [
    'Telecom',
    'telecom, telecoms, telco, telecommunications, wireless, isp, telecom operator, telecoms operator, mobile operator, telekommunikation, télécoms, télécommunications, telecomunicaciones, telecomunicações, telecomunicazioni, telecommunicatie',
  ],
  [
    'Trade',
    'wholesale, import export, import and export, international trade, distributor, wholesaler, großhandel, commerce de gros, comercio mayorista, groothandel',
  ],
  [
    'Transportation',
    'transportation, transport, trucking, mobility, railway, railroad, public transport, ride sharing, transportwesen, mobilität, transports, transporte, transportadora, transportadoras, transportista, transportistas, trasporti, vervoer',
  ],
  [
    'Travel & Tourism',
    'travel, tourism, travel and tourism, travel & tourism, travel tech, travel agency, tour operator, reisen, tourismus, tourisme, voyage, turismo, viajes, turísticas, turistiche, viagens, viaggi, toerisme, reizen',
  ],
  ['Utilities', 'utilities, utility, water utility, electric utility, versorger, stadtwerke, nutsbedrijven'],
  [
    'Venture Capital',
    'venture capital, vc, vc fund, vc firm, venture fund, private equity, growth equity, private equity firm, pe firm, private equity fund, investment firm, angel investing, family office, wagniskapital, capital risque, capital riesgo, capital de risco, durfkapitaal',
  ],
]
