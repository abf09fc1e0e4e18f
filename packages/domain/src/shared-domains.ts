import { parse } from 'tldts';

import { decodeLabel } from './cleansing/punycode.js';

/**
 * Domains under which people have their address or page without working for whoever owns the domain. A lead's
 * company is never named after one of these. Kept here, because the lists of public packages contain domains of
 * companies, miss providers of many countries, or download themselves when they are installed.
 */

/** Mail providers with a domain in many countries: `yahoo.de`, `yahoo.co.jp`. */
const PROVIDERS_OF_MANY_COUNTRIES =
  'aol fastmail gmail gmx googlemail hotmail hushmail icloud laposte outlook protonmail rediffmail rocketmail tutanota ' +
  'yahoo yandex ymail';

/** Mail and internet providers, by country. */
const PROVIDERS = [
  // International
  'aim.com duck.com hey.com inbox.com live.com mac.com mail.com me.com msn.com passport.com pm.me proton.me runbox.com',
  'skiff.com startmail.com tuta.com tuta.io tutamail.com usa.com zoho.com zoho.eu zohomail.com zohomail.eu',
  'live.at live.be live.ca live.ch live.cl live.cn live.co.uk live.co.za live.com.ar live.com.au live.com.mx live.com.pt',
  'live.de live.dk live.fi live.fr live.ie live.in live.it live.jp live.nl live.no live.ru live.se',
  // Germany, Austria, Switzerland, Liechtenstein
  '1und1.de alice-dsl.de alice-dsl.net arcor.de email.de ewetel.net freenet.de freenetmail.de genion.de htp-tel.de',
  'kabelbw.de kabelmail.de lycos.de mail.de mailbox.org mnet-online.de mnet-mail.de netcologne.de o2mail.de o2online.de',
  'online.de onlinehome.de osnanet.de posteo.de posteo.net t-online.de tonline.de unitybox.de unity-mail.de versanet.de',
  'vodafone.de vodafonemail.de web.de a1.net aon.at chello.at drei.at inode.at kabsi.at liwest.at sms.at tele2.at utanet.at',
  'bluemail.ch bluewin.ch green.ch hispeed.ch quickline.ch sunrise.ch swissonline.ch adon.li',
  // France, Belgium, Luxembourg, the Netherlands
  '9online.fr aliceadsl.fr bbox.fr cegetel.net club-internet.fr free.fr neuf.fr noos.fr numericable.fr orange.fr sfr.fr',
  'voila.fr wanadoo.fr belgacom.net proximus.be scarlet.be skynet.be telenet.be voo.be internet.lu pt.lu vo.lu',
  'caiway.nl casema.nl chello.nl hetnet.nl home.nl kpnmail.nl kpnplanet.nl live.nl online.nl planet.nl quicknet.nl',
  'solcon.nl tele2.nl telfort.nl upcmail.nl xs4all.nl zeelandnet.nl ziggo.nl zonnet.nl',
  // The United Kingdom and Ireland
  'blueyonder.co.uk bt.com btconnect.com btinternet.com btopenworld.com freeserve.co.uk ntlworld.com o2.co.uk plus.com',
  'plusnet.com sky.com talk21.com talktalk.co.uk talktalk.net tiscali.co.uk virgin.net virginmedia.com eircom.net',
  // Italy, Spain, Portugal, Greece
  'alice.it aruba.it email.it fastwebnet.it inwind.it iol.it libero.it poste.it tim.it tin.it tiscali.it vodafone.it',
  'virgilio.it tiscalinet.it movistar.es ono.com orange.es telefonica.net terra.es wanadoo.es vodafone.es clix.pt iol.pt',
  'mail.pt meo.pt netcabo.pt sapo.pt forthnet.gr hol.gr otenet.gr in.gr',
  // Denmark, Finland, Iceland, Norway, Sweden, the Baltic states
  'jubii.dk mail.dk ofir.dk tele.dk stofanet.dk tdcadsl.dk youmail.dk elisanet.fi kolumbus.fi luukku.com inet.fi',
  'suomi24.fi simnet.is broadpark.no getmail.no lyse.net online.no bahnhof.se bredband.net comhem.se home.se spray.se',
  'swipnet.se telia.com tele2.se hot.ee mail.ee inbox.lv apollo.lv inbox.lt one.lt',
  // Poland, Czechia, Slovakia, Hungary, Romania, Bulgaria, the Balkans
  'autograf.pl buziaczek.pl gazeta.pl go2.pl int.pl interia.eu interia.pl neostrada.pl o2.pl onet.eu onet.pl op.pl poczta.fm',
  'tlen.pl vp.pl wp.pl atlas.cz centrum.cz email.cz post.cz quick.cz seznam.cz tiscali.cz volny.cz azet.sk',
  'centrum.sk post.sk zoznam.sk citromail.hu freemail.hu indamail.hu t-online.hu upcmail.hu vipmail.hu clicknet.ro rdslink.ro',
  'abv.bg mail.bg dir.bg net.hr inet.hr siol.net t-2.net eunet.rs sbb.rs ptt.rs',
  // Russia, Ukraine and neighbours, Turkey
  'bk.ru inbox.ru internet.ru list.ru mail.ru pochta.ru rambler.ru ro.ru ya.ru bigmir.net i.ua meta.ua ukr.net tut.by',
  'mail.kz mynet.com superonline.com ttmail.com',
  // The United States and Canada
  'adelphia.net ameritech.net att.net bellsouth.net cableone.net centurylink.net centurytel.net charter.net comcast.net',
  'cox.net earthlink.net embarqmail.com excite.com frontier.com frontiernet.net juno.com mchsi.com mindspring.com',
  'netscape.net netzero.com netzero.net optimum.net optonline.net pacbell.net peoplepc.com prodigy.net rcn.com',
  'roadrunner.com rr.com sbcglobal.net suddenlink.net tds.net verizon.net windstream.net wowway.com bell.net cogeco.ca',
  'eastlink.ca rogers.com sasktel.net shaw.ca sympatico.ca telus.net videotron.ca',
  // Latin America
  'arnet.com.ar ciudad.com.ar fibertel.com.ar speedy.com.ar bol.com.br click21.com.br globo.com globomail.com ig.com.br',
  'oi.com.br r7.com terra.com.br uol.com.br zipmail.com.br prodigy.net.mx telmex.com vtr.net terra.cl une.net.co cantv.net',
  // Asia and the Pacific
  '126.com 139.com 163.com 188.com 189.cn 21cn.com aliyun.com foxmail.com qq.com sina.cn sina.com sohu.com tom.com',
  'yeah.net netvigator.com hinet.net pchome.com.tw seed.net.tw daum.net hanmail.net kakao.com nate.com naver.com auone.jp',
  'docomo.ne.jp ezweb.ne.jp softbank.jp nifty.com ocn.ne.jp softbank.ne.jp biglobe.ne.jp so-net.ne.jp plala.or.jp',
  'indiatimes.com sify.com in.com singnet.com.sg starhub.net.sg pacific.net.sg bigpond.com bigpond.net.au dodo.com.au',
  'iinet.net.au on.net iprimus.com.au optusnet.com.au ozemail.com.au tpg.com.au clear.net.nz xtra.co.nz slingshot.co.nz',
  // Africa and the Middle East
  'mweb.co.za telkomsa.net vodamail.co.za webmail.co.za iafrica.com bezeqint.net netvision.net.il walla.co.il walla.com',
  'emirates.net.ae maktoob.com menara.ma',
  // Addresses for a while, and of forwarders
  '10minutemail.com anonaddy.com burnermail.io dispostable.com getnada.com guerrillamail.com maildrop.cc mailinator.com',
  'mozmail.com appleid.com sharklasers.com simplelogin.com temp-mail.org tempmail.com trashmail.com yopmail.com',
];

/** Sites with pages of many parties: networks, link lists, site builders, directories, short links. */
const SITES = [
  'about.me academia.edu angel.co beacons.ai behance.net bio.link bio.site bit.ly bitly.com bsky.app calendly.com',
  'campsite.bio canva.com crunchbase.com discord.com discord.gg dribbble.com dropbox.com ebay.co.uk ebay.com ebay.de etsy.com',
  'facebook.com fb.com fb.me flickr.com flow.page g.page github.com gitlab.com glassdoor.com goo.gl google.co.uk google.com',
  'google.de gravatar.com hoo.be hubspot.com indeed.com instagram.com issuu.com kununu.com lnk.bio lnkd.in linkedin.com',
  'linkin.bio linkpop.com linktr.ee linktree.com m.me mastodon.social medium.com meetup.com milkshake.app msha.ke',
  'notion.so ok.ru owler.com patreon.com pinterest.com pinterest.de producthunt.com quora.com reddit.com researchgate.net',
  'slack.com snapchat.com solo.to soundcloud.com spotify.com stan.store substack.com t.co t.me taplink.cc telegram.me threads.com',
  'threads.net tiktok.com tinyurl.com tripadvisor.com trustpilot.com tumblr.com twitch.tv twitter.com upwork.com viadeo.com',
  'vimeo.com vk.com wa.me weibo.com whatsapp.com wikipedia.org x.com xing.com yelp.com youtu.be youtube.com zoominfo.com',
  'business.site godaddysites.com jimdo.com jimdosite.com site123.me squarespace.com strikingly.com tumblr.com ueniweb.com',
  'webnode.com weebly.com wix.com wordpress.com',
];

const providersOfManyCountries = setOf([PROVIDERS_OF_MANY_COUNTRIES]);
const providers = setOf(PROVIDERS);
const sites = setOf(SITES);

/** Each domain of the lists, for their test. */
export const sharedDomains: readonly string[] = [...providers, ...sites];

/** A domain that a party can register, and its part before the public suffix: `yahoo.co.jp` and `yahoo`. */
export interface RegistrableDomain {
  readonly domain: string;
  readonly name: string;
}

/**
 * The domain that somebody registered: `acme.co.uk` of `www.acme.co.uk/about?from=mail`. That of a customer of
 * a hosting company, such as `acme.github.io`, counts as registered.
 *
 * @returns null for an IP address and for a host without a registrable part
 */
export function registrableDomain(host: string): RegistrableDomain | null {
  const { domain, domainWithoutSuffix: name } = parse(host, { allowPrivateDomains: true });
  return domain === null || name === null || name === ''
    ? null
    : { domain: domain.split('.').map(decodeLabel).join('.'), name };
}

/** Whether anybody can have an address at the domain. */
export function isMailProvider({ domain, name }: RegistrableDomain): boolean {
  return providersOfManyCountries.has(name) || providers.has(domain);
}

/** Whether the pages at the domain belong to many parties, as those of a mail provider do. */
export function isSharedSite(registrable: RegistrableDomain): boolean {
  return sites.has(registrable.domain) || isMailProvider(registrable);
}

function setOf(lists: readonly string[]): ReadonlySet<string> {
  return new Set(lists.join(' ').split(' '));
}
