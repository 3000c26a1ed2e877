// Written by Tools/zones.py from tzdata 2026f; `make zones` writes it anew.

extension ZoneTable {
  static let part1: StaticString = """
    Africa/Abidjan Africa/Accra Africa/Bamako Africa/Banjul Africa/Conakry Africa/Dakar Africa/Freetown Africa/Lome
     Africa/Nouakchott Africa/Ouagadougou Africa/Timbuktu Atlantic/Reykjavik Atlantic/St_Helena Etc/GMT Etc/GMT+0 Etc/GMT-0
     Etc/GMT0 Etc/Greenwich Etc/UCT Etc/UTC Etc/Universal Etc/Zulu Factory GMT GMT+0 GMT-0 GMT0 Greenwich Iceland UCT UTC
     Universal Zulu|0|||X0;
    Africa/Addis_Ababa Africa/Asmara Africa/Asmera Africa/Dar_es_Salaam Africa/Djibouti Africa/Kampala Africa/Mogadishu
     Africa/Nairobi Antarctica/Syowa Asia/Aden Asia/Kuwait Asia/Riyadh Etc/GMT-3 Indian/Antananarivo Indian/Comoro
     Indian/Mayotte|10800|||X-3;
    Africa/Algiers|0,3600,7200|101210101|oot80,7x6o0,2xco40,gkao0,9d440,kiqg0,9d440,9q2s0,9cyk0|X-1;
    Africa/Bangui Africa/Brazzaville Africa/Douala Africa/Kinshasa Africa/Lagos Africa/Libreville Africa/Luanda
     Africa/Malabo Africa/Niamey Africa/Porto-Novo Etc/GMT-1|3600|||X-1;
    Africa/Bissau|-3600,0|1|2lxk40|X0;
    Africa/Blantyre Africa/Bujumbura Africa/Gaborone Africa/Harare Africa/Johannesburg Africa/Kigali Africa/Lubumbashi
     Africa/Lusaka Africa/Maputo Africa/Maseru Africa/Mbabane Etc/GMT-2|7200|||X-2;
    Africa/Cairo Egypt|7200,10800|10101010101010101010101010101010101010101010101010101010101010101010101010101010101010101|
    66580,7ves0,awik0,7ves0,ayd80,7ves0,awik0,7ves0,awik0,7ves0,awik0,7ves0,ayd80,7ves0,awik0,7ves0,awik0,7ves0,awik0,7ves0,
    ayd80,7ves0,awik0,7ves0,f9x80,3i040,eluk0,462s0,ayd80,7ves0,awik0,7ves0,awik0,7ves0,awik0,7ves0,ayd80,7ves0,b5rw0,7m5g0,
    awik0,7ves0,awik0,7ves0,ayd80,7ves0,awik0,7ves0,awik0,7ves0,aqvs0,7x3w0,asys0,7x3w0,asys0,7x3w0,asys0,7x3w0,b5xg0,7x3w0,
    asys0,7x3w0,asys0,7x3w0,asys0,7x3w0,asys0,7x3w0,b5xg0,7x3w0,asys0,7x3w0,asys0,7k580,b5xg0,6u7w0,bvus0,6h980,c8tg0,64ak0,
    cyqs0,5anw0,1jms0,12t80,1w22s0,25p80,1sw40,2vmk0,4hbhg0|X-2X,M4.5.5/0,M10.5.4/24;
    Africa/Casablanca|0,3600|10101010101010101010101010101010101010101010101010101010101010|2c3s00,3jp80,va040,4qak0,e1ms0,
    7pp80,cnms0,3afw0,2xi840,xqqk0,bp56s0,4qak0,e1ms0,45x80,d2g40,51ek0,c8tg0,64ak0,e1sc0,47uo0,1leo0,23xc0,asw00,3lmo0,
    1qyo0,40g00,7x6o0,4mo00,1stc0,4deo0,7x6o0,3ylc0,1stc0,51hc0,7x6o0,3lmo0,1stc0,5reo0,7k800,2vpc0,25s00,64dc0,7k800,2iqo0,
    1stc0,gkao0,1stc0,g7c00,25s00,g7c00,1stc0,g7c00,25s00,g7c00,1stc0,gkao0,1stc0,g7c00,25s00,g7c00,1stc0,9cyk0|X0;
    Africa/Ceuta|0,3600,7200|101010101212121212121212121212|2c3s00,3jp80,va040,4qak0,e1ms0,7pp80,cnms0,3afw0,2xi840,129us0,
    9d1c0,9d1c0,9d1c0,9d1c0,9d1c0,9d1c0,9d1c0,9d1c0,9q000,9d1c0,9d1c0,9d1c0,9d1c0,9d1c0,9d1c0,9d1c0,9d1c0,9d1c0,9d1c0,9q000|
    X-1X,M3.5.0,M10.5.0/3;
    Africa/El_Aaiun|-3600,0,3600|12121212121212121212121212121212121212121212121212121212121|3a22s0,vek0,4qak0,e1ms0,7pp80,
    cnms0,3afw0,fke5g0,4qak0,e1ms0,45x80,d2g40,51ek0,c8tg0,64ak0,e1sc0,47uo0,1leo0,23xc0,asw00,3lmo0,1qyo0,40g00,7x6o0,
    4mo00,1stc0,4deo0,7x6o0,3ylc0,1stc0,51hc0,7x6o0,3lmo0,1stc0,5reo0,7k800,2vpc0,25s00,64dc0,7k800,2iqo0,1stc0,gkao0,1stc0,
    g7c00,25s00,g7c00,1stc0,g7c00,25s00,g7c00,1stc0,gkao0,1stc0,g7c00,25s00,g7c00,1stc0,9cyk0|X0;
    Africa/Juba|7200,10800|1010101010101010101010101010101010|662g0,8l6k0,a4w40,8n180,a6qs0,8n180,a31g0,8ovw0,a16s0,8qqk0,
    9zc40,8sl80,9xhg0,8wak0,9ts40,8y580,a4w40,8n180,a31g0,8ovw0,a16s0,8sl80,9xhg0,8ufw0,9vms0,8wak0,9ts40,8y580,a4w40,8ovw0,
    a16s0,8qqk0,7frw40,azg180|X-2;
    Africa/Khartoum|7200,10800|1010101010101010101010101010101010|662g0,8l6k0,a4w40,8n180,a6qs0,8n180,a31g0,8ovw0,a16s0,
    8qqk0,9zc40,8sl80,9xhg0,8wak0,9ts40,8y580,a4w40,8n180,a31g0,8ovw0,a16s0,8sl80,9xhg0,8ufw0,9vms0,8wak0,9ts40,8y580,a4w40,
    8ovw0,a16s0,8qqk0,7frw40,9ac180|X-2;
    Africa/Monrovia|-2670,0|1|11v0q6|X0;
    Africa/Ndjamena|3600,7200|10|53sl80,7iak0|X-1;
    Africa/Sao_Tome|0,3600|10|p1uqs0,irxc0|X0;
    Africa/Tripoli Libya|7200,3600|10101010101010101010100|69gig0,4mqs0,9et80,9d440,9et80,9eys0,9et80,9mdg0,95jw0,9io40,
    9cyk0,99es0,9et80,9eys0,9et80,9d440,9et80,b2840,3cf3w0,9kis0,855s40,75eo0,asw00|X-2;
    Africa/Tunis|3600,7200|101010101010101010|3tnh80,7k800,b9k00,7vc00,51mw00,5ytc0,9d1c0,9d1c0,b9k00,7thc0,7m0tc0,7tk40,
    93us0,b5uo0,7k800,b5uo0,7x6o0,asw00|X-1;
    Africa/Windhoek|7200,3600|101010101010101010101010101010101010101010101010|cmzh40,8lho0,ast80,7x9g0,b5rw0,7kas0,b5rw0,
    7x9g0,ast80,7x9g0,ast80,7x9g0,ast80,7x9g0,ast80,7x9g0,b5rw0,7kas0,b5rw0,7x9g0,ast80,7x9g0,ast80,7x9g0,ast80,7x9g0,ast80,
    7x9g0,b5rw0,7x9g0,ast80,7x9g0,ast80,7x9g0,ast80,7x9g0,ast80,7x9g0,b5rw0,7kas0,b5rw0,7x9g0,ast80,7x9g0,ast80,7x9g0,ast80,
    7x9g0|X-2;
    America/Adak America/Atka US/Aleutian|-39600,-36000,-32400|
    10101010101010101010101010121212121212121212121212121212121212121212121212|5xys0,9cyk0,9d440,9px80,9d440,9cyk0,9d440,
    9cyk0,3lpg0,f4d80,64g40,clmk0,9d440,9px80,905g0,9px80,9d440,9cyk0,9d440,9cyk0,9d440,9cyk0,9d440,9cyk0,9d440,9px80,905g0,
    j2yk0,9cyk0,9d440,9cyk0,9d440,9cyk0,8a840,afuk0,8a840,ast80,7x9g0,ast80,7x9g0,ast80,8a840,afuk0,8a840,afuk0,8a840,ast80,
    7x9g0,ast80,7x9g0,ast80,8a840,afuk0,8a840,afuk0,8a840,afuk0,8a840,ast80,7x9g0,ast80,7x9g0,ast80,8a840,afuk0,8a840,afuk0,
    8a840,ast80,7x9g0,ast80,7x9g0,ast80,6udg0|X10X,M3.2.0,M11.1.0;
    America/Anchorage US/Alaska|-36000,-32400,-28800|
    10101010101010101010101010121212121212121212121212121212121212121212121212|5xw00,9cyk0,9d440,9px80,9d440,9cyk0,9d440,
    9cyk0,3lpg0,f4d80,64g40,clmk0,9d440,9px80,905g0,9px80,9d440,9cyk0,9d440,9cyk0,9d440,9cyk0,9d440,9cyk0,9d440,9px80,905g0,
    j2yk0,9cyk0,9d440,9cyk0,9d440,9cyk0,8a840,afuk0,8a840,ast80,7x9g0,ast80,7x9g0,ast80,8a840,afuk0,8a840,afuk0,8a840,ast80,
    7x9g0,ast80,7x9g0,ast80,8a840,afuk0,8a840,afuk0,8a840,afuk0,8a840,ast80,7x9g0,ast80,7x9g0,ast80,8a840,afuk0,8a840,afuk0,
    8a840,ast80,7x9g0,ast80,7x9g0,ast80,6udg0|X9X,M3.2.0,M11.1.0;
    America/Anguilla America/Antigua America/Aruba America/Blanc-Sablon America/Curacao America/Dominica America/Grenada
     America/Guadeloupe America/Kralendijk America/La_Paz America/Lower_Princes America/Marigot America/Montserrat
     America/Port_of_Spain America/Puerto_Rico America/St_Barthelemy America/St_Kitts America/St_Lucia America/St_Thomas
     America/St_Vincent America/Tortola America/Virgin Etc/GMT+4|-14400|||X4;
    America/Araguaina|-10800,-7200|1010101010101010101010101010|89jcc0,6u7w0,biw40,5rbw0,d0lg0,5ed80,cyqs0,5ed80,dbpg0,
    64ak0,2yl440,64ak0,c8tg0,6u7w0,bxpg0,7iak0,biw40,6u7w0,biw40,7k580,biw40,6u7w0,c8tg0,6h980,dbpg0,5ed80,51udg0,64ak0|X3;
    America/Argentina/Buenos_Aires America/Buenos_Aires|-10800,-7200|1010101010101010|24aj00,51ek0,7m2qs0,4tzw0,biw40,776k0,
    bvus0,6u7w0,bvus0,6u7w0,bvus0,776k0,7qcg40,3yik0,b5xg0,7k580|X3;
    America/Argentina/Catamarca America/Argentina/ComodRivadavia America/Catamarca|-10800,-7200,-14400|1010101210102010|
    24aj00,51ek0,7m2qs0,4tzw0,biw40,776k0,bvus0,6u7w0,bvxk0,6u540,bvus0,776k0,5v42s0,z9g0,1u93w0,3yik0|X3;
    America/Argentina/Cordoba America/Cordoba America/Rosario|-10800,-7200,-14400|1010101210101010|24aj00,51ek0,7m2qs0,
    4tzw0,biw40,776k0,bvus0,6u7w0,bvxk0,6u540,bvus0,776k0,7qcg40,3yik0,b5xg0,7k580|X3;
    America/Argentina/Jujuy America/Jujuy|-10800,-7200,-14400|10101202101010|24aj00,51ek0,7m2qs0,4tzw0,biw40,776k0,c8w80,
    776k0,ag040,7k2g0,bvus0,776k0,7qcg40,3yik0|X3;
    America/Argentina/La_Rioja|-10800,-7200,-14400|10101012010102010|24aj00,51ek0,7m2qs0,4tzw0,biw40,776k0,bvus0,6qik0,
    3g880,8jbw0,6u7w0,bvus0,776k0,5v42s0,z9g0,1u93w0,3yik0|X3;
    America/Argentina/Mendoza America/Mendoza|-10800,-7200,-14400|1010120202102010|24aj00,51ek0,7m2qs0,4tzw0,biw40,776k0,
    bktk0,71mk0,bqas0,73h80,bvus0,773s0,5unes0,6hes0,1p7mk0,3yik0|X3;
    America/Argentina/Rio_Gallegos|-10800,-7200,-14400|1010101010102010|24aj00,51ek0,7m2qs0,4tzw0,biw40,776k0,bvus0,6u7w0,
    bvus0,6u7w0,bvus0,776k0,5v42s0,z9g0,1u93w0,3yik0|X3;
    America/Argentina/Salta|-10800,-7200,-14400|10101012101010|24aj00,51ek0,7m2qs0,4tzw0,biw40,776k0,bvus0,6u7w0,bvxk0,
    6u540,bvus0,776k0,7qcg40,3yik0|X3;
    America/Argentina/San_Juan|-10800,-7200,-14400|10101012010102010|24aj00,51ek0,7m2qs0,4tzw0,biw40,776k0,bvus0,6qik0,
    3g880,8jbw0,6u7w0,bvus0,776k0,5v2840,2txg0,1sgak0,3yik0|X3;
    America/Argentina/San_Luis|-10800,-7200,-14400|10101202020102020|24aj00,51ek0,7m2qs0,4tzw0,biw40,7pp80,b2aw0,71mk0,
    4qg40,6s8ik0,2txg0,1sgak0,14nw0,2gys0,b5xg0,7k580,b5xg0|X3;
    America/Argentina/Tucuman|-10800,-7200,-14400|101010121010201010|24aj00,51ek0,7m2qs0,4tzw0,biw40,776k0,bvus0,6u7w0,
    bvxk0,6u540,bvus0,776k0,5v42s0,mas0,1um2k0,3yik0,b5xg0,7k580|X3;
    America/Argentina/Ushuaia|-10800,-7200,-14400|1010101010102010|24aj00,51ek0,7m2qs0,4tzw0,biw40,776k0,bvus0,6u7w0,bvus0,
    6u7w0,bvus0,776k0,5v0dg0,12ys0,1u93w0,3yik0|X3;
    America/Asuncion|-14400,-10800|
    101010101010101010101010101010101010101010101010101010101010101010101010101010101010101010101010101011|1fnkg0,s4vw0,
    s6w40,7tek0,b0dg0,7rjw0,b0dg0,7rjw0,b0dg0,9cyk0,9eys0,9et80,9eys0,9cyk0,9eys0,9cyk0,9eys0,9cyk0,9eys0,9et80,9eys0,9cyk0,
    9eys0,9cyk0,9eys0,9cyk0,9eys0,9et80,9eys0,9cyk0,ahus0,8a2k0,9eys0,9cyk0,9o840,7k580,b7s40,93p80,9gtg0,7nuk0,b42s0,7lzw0,
    b5xg0,7tek0,b9ms0,776k0,biw40,7k580,b5xg0,7x3w0,asys0,7x3w0,asys0,7x3w0,b5xg0,9cyk0,7kas0,b5rw0,7x9g0,ast80,a31g0,7k580,
    b5xg0,7k580,b5xg0,7k580,biw40,776k0,biw40,776k0,biw40,8zzw0,905g0,9px80,905g0,9px80,9d440,8n180,a31g0,8n180,a31g0,8n180,
    a31g0,8zzw0,9q2s0,8zzw0,9q2s0,8zzw0,a31g0,8n180,a31g0,8n180,a31g0,8zzw0,9q2s0,8zzw0,9q2s0,8zzw0,9q2s0,8zzw0,a31g0,gl80|
    X3;
    America/Atikokan America/Cayman America/Coral_Harbour America/Panama EST Etc/GMT+5|-18000|||X5;
    America/Bahia|-10800,-7200|10101010101010101010101010101010101010|89jcc0,6u7w0,biw40,5rbw0,d0lg0,5ed80,cyqs0,5ed80,
    dbpg0,64ak0,cyqs0,64ak0,cls40,5rbw0,dbpg0,51ek0,dbpg0,6h980,c8tg0,6h980,c8tg0,64ak0,c8tg0,6u7w0,bxpg0,7iak0,biw40,6u7w0,
    biw40,7k580,biw40,6u7w0,c8tg0,6h980,dbpg0,5ed80,4irc40,6u7w0|X3;
    America/Bahia_Banderas|-25200,-21600,-18000|101010101010101010101010101021212121212121212121212121|dphic0,afuk0,8a840,
    afuk0,8a840,afuk0,8a840,ast80,7x9g0,ast80,9q2s0,7k580,9q2s0,afuk0,8a840,afuk0,8a840,ast80,7x9g0,ast80,7x9g0,ast80,7x9g0,
    ast80,8a840,afuk0,8a840,afuk0,8a840,asqg0,7x9g0,ast80,7x9g0,ast80,8a840,afuk0,8a840,afuk0,8a840,afuk0,8a840,ast80,7x9g0,
    ast80,7x9g0,ast80,8a840,afuk0,8a840,afuk0,8a840,ast80,7x9g0,ast80|X6;
    America/Barbados|-14400,-10800|10101010|3vvnc0,5rbw0,a31g0,8n180,a31g0,8n180,ag040,84ik0|X4;
    America/Belem|-10800,-7200|101010|89jcc0,6u7w0,biw40,5rbw0,d0lg0,5ed80|X3;
    America/Belize|-21600,-18000|1010|21s0o0,3e580,4mcys0,2vmk0|X6;
    America/Boa_Vista|-14400,-10800|1010101010|89jf40,6u7w0,biw40,5rbw0,d0lg0,5ed80,62xk40,7k580,biw40,cvw0|X4;
    America/Bogota|-18000,-14400|10|bnlxw0,egak0|X5;
    America/Boise|-25200,-21600|101010101010101010101010101010101010101010101010101010101010101010101010101|5xno0,9cyk0,
    9d440,9px80,9d440,9cyk0,9d440,9cyk0,51k40,doik0,64g40,clmk0,9d440,9px80,905g0,9px80,9d440,9cyk0,9d440,9cyk0,9d440,9cyk0,
    9d440,9cyk0,9d440,9px80,905g0,9px80,9d440,9cyk0,9d440,9cyk0,9d440,9cyk0,8a840,afuk0,8a840,ast80,7x9g0,ast80,7x9g0,ast80,
    8a840,afuk0,8a840,afuk0,8a840,ast80,7x9g0,ast80,7x9g0,ast80,8a840,afuk0,8a840,afuk0,8a840,afuk0,8a840,ast80,7x9g0,ast80,
    7x9g0,ast80,8a840,afuk0,8a840,afuk0,8a840,ast80,7x9g0,ast80,7x9g0,ast80,6udg0|X7X,M3.2.0,M11.1.0;
    America/Cambridge_Bay|-25200,-21600,-18000|101010101010101010101010101010101010101010101010101010121010101010101|17qro0,
    9cyk0,9d440,9cyk0,9d440,9cyk0,9d440,9cyk0,9d440,9px80,905g0,9px80,9d440,9cyk0,9d440,9cyk0,9d440,9cyk0,9d440,9cyk0,9d440,
    9px80,905g0,9px80,9d440,9cyk0,9d440,9cyk0,9d440,9cyk0,8a840,afuk0,8a840,ast80,7x9g0,ast80,7x9g0,ast80,8a840,afuk0,8a840,
    afuk0,8a840,ast80,7x9g0,ast80,7x9g0,ast80,8a840,afuk0,8a840,afuk0,8a840,afuk0,8a840,ipzw0,b5mc0,idcc0,8a840,afuk0,8a840,
    afuk0,8a840,ast80,7x9g0,ast80,7x9g0,ast80,6udg0|X7X,M3.2.0,M11.1.0;
    America/Campo_Grande|-14400,-10800|10101010101010101010101010101010101010101010101010101010101010101010|89jf40,6u7w0,
    biw40,5rbw0,d0lg0,5ed80,cyqs0,5ed80,dbpg0,64ak0,cyqs0,64ak0,cls40,5rbw0,dbpg0,51ek0,dbpg0,6h980,c8tg0,6h980,c8tg0,64ak0,
    c8tg0,6u7w0,bxpg0,7iak0,biw40,6u7w0,biw40,7k580,biw40,6u7w0,c8tg0,6h980,dbpg0,5ed80,cls40,64ak0,dfes0,5nmk0,c8tg0,6h980,
    dbpg0,5rbw0,bvus0,6h980,cls40,64ak0,cls40,6h980,c8tg0,6h980,c8tg0,6u7w0,c8tg0,64ak0,cls40,64ak0,cls40,6h980,c8tg0,6h980,
    c8tg0,6h980,c8tg0,6h980,dbpg0,5ed80|X4;
    America/Cancun|-21600,-18000,-14400|10101210101010101010101010101010101010101|696680,j8d00,6x2wc0,afuk0,8a840,ipzw0,
    64ak0,4bms0,8a840,ast80,7x9g0,ast80,9q2s0,7k580,9q2s0,afuk0,8a840,afuk0,8a840,ast80,7x9g0,ast80,7x9g0,ast80,7x9g0,ast80,
    8a840,afuk0,8a840,afuk0,8a840,ast80,7x9g0,ast80,7x9g0,ast80,8a840,afuk0,8a840,afuk0,51k40|X5;
    America/Caracas|-14400,-16200|10|jsrss0,4dps00|X4;
    America/Cayenne Etc/GMT+3|-10800|||X3;
    America/Chicago CST6CDT US/Central|-21600,-18000|
    101010101010101010101010101010101010101010101010101010101010101010101010101|5xkw0,9cyk0,9d440,9px80,9d440,9cyk0,9d440,
    9cyk0,3lpg0,f4d80,64g40,clmk0,9d440,9px80,905g0,9px80,9d440,9cyk0,9d440,9cyk0,9d440,9cyk0,9d440,9cyk0,9d440,9px80,905g0,
    9px80,9d440,9cyk0,9d440,9cyk0,9d440,9cyk0,8a840,afuk0,8a840,ast80,7x9g0,ast80,7x9g0,ast80,8a840,afuk0,8a840,afuk0,8a840,
    ast80,7x9g0,ast80,7x9g0,ast80,8a840,afuk0,8a840,afuk0,8a840,afuk0,8a840,ast80,7x9g0,ast80,7x9g0,ast80,8a840,afuk0,8a840,
    afuk0,8a840,ast80,7x9g0,ast80,7x9g0,ast80,6udg0|X6X,M3.2.0,M11.1.0;
    America/Chihuahua|-21600,-18000,-25200|10102020202020202020202020202020202020202020202020200|dphfk0,afuk0,8a840,afuk0,
    iq5g0,8a840,ast80,7x9g0,ast80,9q2s0,7k580,9q2s0,afuk0,8a840,afuk0,8a840,ast80,7x9g0,ast80,7x9g0,ast80,7x9g0,ast80,8a840,
    afuk0,8a840,afuk0,8a840,ast80,7x9g0,ast80,7x9g0,ast80,8a840,afuk0,8a840,afuk0,8a840,afuk0,8a840,ast80,7x9g0,ast80,7x9g0,
    ast80,8a840,afuk0,8a840,afuk0,8a840,ast80,7x9g0,ast80|X6;
    America/Ciudad_Juarez|-21600,-18000,-25200|10102020202020202020202020202020202020202020202020202|dphfk0,afuk0,8a840,
    afuk0,iq5g0,8a840,ast80,7x9g0,ast80,9q2s0,7k580,9q2s0,afuk0,8a840,afuk0,8a840,ast80,7x9g0,ast80,7x9g0,ast80,7x9g0,ast80,
    8a840,afuk0,8a840,afuk0,77c40,c8nw0,6hes0,c8nw0,6hes0,c8nw0,6hes0,c8nw0,6hes0,c8nw0,6hes0,c8nw0,6udg0,c8nw0,6hes0,c8nw0,
    6hes0,c8nw0,6hes0,c8nw0,6hes0,c8nw0,6udg0,c8nw0,6hes0,dgyc0|X7X,M3.2.0,M11.1.0;
    America/Costa_Rica|-21600,-18000|10101010|4rxco0,51ek0,doo40,51ek0,5jso40,8drw0,acas0,2xh80|X6;
    America/Coyhaique|-10800,-14400|
    1010101010101010101010101010101010101010101010101010101010101010101010101010101010101010101010101010101010100|4hcc0,
    a31g0,7x3w0,asys0,7x3w0,b5xg0,7k580,ag040,8a2k0,b5xg0,7k580,b5xg0,7x3w0,asys0,7x3w0,asys0,7x3w0,b5xg0,7k580,b5xg0,7k580,
    b5xg0,7x3w0,asys0,7x3w0,asys0,7x3w0,asys0,7x3w0,b5xg0,7k580,b5xg0,7k580,b5xg0,9cyk0,9d440,7x3w0,asys0,7x3w0,b5xg0,7k580,
    9q2s0,8zzw0,b5xg0,7x3w0,asys0,7x3w0,asys0,7x3w0,asys0,7x3w0,b5xg0,7k580,b5xg0,8n180,a31g0,7x3w0,a31g0,9px80,9q2s0,7x3w0,
    b5xg0,7k580,b5xg0,7k580,b5xg0,7k580,b5xg0,7x3w0,asys0,7x3w0,asys0,7x3w0,b5xg0,7k580,b5xg0,8n180,a31g0,7x3w0,asys0,8zzw0,
    9q2s0,ast80,5eis0,cyl80,6hes0,c8nw0,6udg0,bvp80,6udg0,vonw0,4olg0,e1h80,4olg0,e1h80,4olg0,c8nw0,7x9g0,ast80,7x9g0,ast80,
    7x9g0,ast80,8a840,afuk0,7x9g0,b5rw0,7x9g0,9xbw0|X3;
    America/Creston America/Phoenix Etc/GMT+7 MST US/Arizona|-25200|||X7;
    America/Cuiaba|-14400,-10800|101010101010101010101010101010101010101010101010101010101010101010|89jf40,6u7w0,biw40,
    5rbw0,d0lg0,5ed80,cyqs0,5ed80,dbpg0,64ak0,cyqs0,64ak0,cls40,5rbw0,dbpg0,51ek0,dbpg0,6h980,c8tg0,6h980,c8tg0,64ak0,c8tg0,
    6u7w0,bxpg0,7iak0,biw40,6u7w0,biw40,7k580,biw40,6u7w0,c8tg0,6h980,dbpg0,5ed80,w5hg0,5nmk0,c8tg0,6h980,dbpg0,5rbw0,bvus0,
    6h980,cls40,64ak0,cls40,6h980,c8tg0,6h980,c8tg0,6u7w0,c8tg0,64ak0,cls40,64ak0,cls40,6h980,c8tg0,6h980,c8tg0,6h980,c8tg0,
    6h980,dbpg0,5ed80|X4;
    America/Danmarkshavn|-10800,-7200,0|101010101010101010101010101010102|5ct4k0,8zrk0,9d1c0,9d1c0,9d1c0,9d1c0,9d1c0,9d1c0,
    9d1c0,9q000,9d1c0,9d1c0,9d1c0,9d1c0,9d1c0,9d1c0,9d1c0,9d1c0,9d1c0,9d1c0,9d1c0,9q000,9d1c0,9d1c0,9d1c0,9d1c0,9d1c0,9d1c0,
    9d1c0,9d1c0,9d1c0,9d1c0,53hk0|X0;
    America/Dawson|-32400,-28800,-25200|12121212121212121212121212121212121212121212121212121212121212121212121212121212122|
    1ztvo0,3e2is0,9cyk0,9d440,9cyk0,9d440,9px80,905g0,9px80,9d440,9cyk0,9d440,9cyk0,9d440,9cyk0,8a840,afuk0,8a840,ast80,
    7x9g0,ast80,7x9g0,ast80,8a840,afuk0,8a840,afuk0,8a840,ast80,7x9g0,ast80,7x9g0,ast80,8a840,afuk0,8a840,afuk0,8a840,afuk0,
    8a840,ast80,7x9g0,ast80,7x9g0,ast80,8a840,afuk0,8a840,afuk0,8a840,ast80,7x9g0,ast80,7x9g0,ast80,6udg0,c8nw0,6hes0,c8nw0,
    6hes0,c8nw0,6udg0,c8nw0,6hes0,c8nw0,6hes0,c8nw0,6hes0,c8nw0,6hes0,c8nw0,6hes0,c8nw0,6udg0,c8nw0,6hes0,c8nw0,6hes0,c8nw0,
    6hes0,c8nw0,6hes0,c8ic0|X7;
    America/Dawson_Creek|-28800,-25200|101011|5xqg0,9cyk0,9d440,9px80,9d440,69uk0|X7;
    America/Denver America/Shiprock MST7MDT Navajo US/Mountain|-25200,-21600|
    101010101010101010101010101010101010101010101010101010101010101010101010101|5xno0,9cyk0,9d440,9px80,9d440,9cyk0,9d440,
    9cyk0,3lpg0,f4d80,64g40,clmk0,9d440,9px80,905g0,9px80,9d440,9cyk0,9d440,9cyk0,9d440,9cyk0,9d440,9cyk0,9d440,9px80,905g0,
    9px80,9d440,9cyk0,9d440,9cyk0,9d440,9cyk0,8a840,afuk0,8a840,ast80,7x9g0,ast80,7x9g0,ast80,8a840,afuk0,8a840,afuk0,8a840,
    ast80,7x9g0,ast80,7x9g0,ast80,8a840,afuk0,8a840,afuk0,8a840,afuk0,8a840,ast80,7x9g0,ast80,7x9g0,ast80,8a840,afuk0,8a840,
    afuk0,8a840,ast80,7x9g0,ast80,7x9g0,ast80,6udg0|X7X,M3.2.0,M11.1.0;
    America/Detroit US/Michigan|-18000,-14400|101010101010101010101010101010101010101010101010101010101010101010101|1qgos0,
    9cyk0,3lpg0,f4d80,9d440,9cyk0,9d440,9px80,905g0,9px80,9d440,9cyk0,9d440,9cyk0,9d440,9cyk0,9d440,9cyk0,9d440,9px80,905g0,
    9px80,9d440,9cyk0,9d440,9cyk0,9d440,9cyk0,8a840,afuk0,8a840,ast80,7x9g0,ast80,7x9g0,ast80,8a840,afuk0,8a840,afuk0,8a840,
    ast80,7x9g0,ast80,7x9g0,ast80,8a840,afuk0,8a840,afuk0,8a840,afuk0,8a840,ast80,7x9g0,ast80,7x9g0,ast80,8a840,afuk0,8a840,
    afuk0,8a840,ast80,7x9g0,ast80,7x9g0,ast80,6udg0|X5X,M3.2.0,M11.1.0;
    America/Edmonton America/Yellowknife Canada/Mountain|-25200,-21600|
    10101010101010101010101010101010101010101010101010101010101010101010101010101010101010101010101010101010101011|17qro0,
    9cyk0,9d440,9cyk0,9d440,9cyk0,9d440,9cyk0,9d440,9px80,905g0,9px80,9d440,9cyk0,9d440,9cyk0,9d440,9cyk0,9d440,9cyk0,9d440,
    9px80,905g0,9px80,9d440,9cyk0,9d440,9cyk0,9d440,9cyk0,8a840,afuk0,8a840,ast80,7x9g0,ast80,7x9g0,ast80,8a840,afuk0,8a840,
    afuk0,8a840,ast80,7x9g0,ast80,7x9g0,ast80,8a840,afuk0,8a840,afuk0,8a840,afuk0,8a840,ast80,7x9g0,ast80,7x9g0,ast80,8a840,
    afuk0,8a840,afuk0,8a840,ast80,7x9g0,ast80,7x9g0,ast80,6udg0,c8nw0,6hes0,c8nw0,6hes0,c8nw0,6udg0,c8nw0,6hes0,c8nw0,6hes0,
    c8nw0,6hes0,c8nw0,6hes0,c8nw0,6hes0,c8nw0,6udg0,c8nw0,6hes0,c8nw0,6hes0,c8nw0,6hes0,c8nw0,6hes0,c8nw0,6udg0,c8nw0,6hes0,
    c8nw0,6hes0,c8nw0,6hes0,c8nw0,6hes0,c8nw0,6hes0,c8nw0|X6;
    America/Eirunepe|-18000,-14400|1010101010|89jhw0,6u7w0,biw40,5rbw0,d0lg0,5ed80,2yy2s0,6h980,7hg2s0,2t2t80|X5;
    America/El_Salvador|-21600,-18000|1010|91ojc0,7k580,b5xg0,7k580|X6;
    America/Ensenada America/Santa_Isabel America/Tijuana Mexico/BajaNorte|-28800,-25200|
    101010101010101010101010101010101010101010101010101010101010101010101010101010100|5xqg0,9cyk0,9d440,9px80,9d440,9cyk0,
    9d440,9cyk0,3lpg0,f4d80,64g40,clmk0,9d440,9px80,905g0,9px80,9d440,9cyk0,9d440,9cyk0,9d440,9cyk0,9d440,9cyk0,9d440,9px80,
    905g0,9px80,9d440,9cyk0,9d440,9cyk0,9d440,9cyk0,8a840,afuk0,8a840,ast80,7x9g0,ast80,7x9g0,ast80,8a840,afuk0,8a840,afuk0,
    8a840,ast80,7x9g0,ast80,7x9g0,ast80,8a840,afuk0,8a840,afuk0,8a840,afuk0,8a840,ast80,7x9g0,ast80,7x9g0,ast80,8a840,afuk0,
    8a840,afuk0,8a840,ast80,7x9g0,ast80,7x9g0,ast80,7x9g0,ast80,8a840,afuk0,8a840,afuk0,3huk0|X8X,M3.2.0,M11.1.0;
    America/Fort_Nelson|-28800,-25200|
    1010101010101010101010101010101010101010101010101010101010101010101010101010101010101010101|5xqg0,9cyk0,9d440,9px80,
    9d440,9cyk0,9d440,9cyk0,9d440,9cyk0,9d440,9cyk0,9d440,9px80,905g0,9px80,9d440,9cyk0,9d440,9cyk0,9d440,9cyk0,9d440,9cyk0,
    9d440,9px80,905g0,9px80,9d440,9cyk0,9d440,9cyk0,9d440,9cyk0,8a840,afuk0,8a840,ast80,7x9g0,ast80,7x9g0,ast80,8a840,afuk0,
    8a840,afuk0,8a840,ast80,7x9g0,ast80,7x9g0,ast80,8a840,afuk0,8a840,afuk0,8a840,afuk0,8a840,ast80,7x9g0,ast80,7x9g0,ast80,
    8a840,afuk0,8a840,afuk0,8a840,ast80,7x9g0,ast80,7x9g0,ast80,6udg0,c8nw0,6hes0,c8nw0,6hes0,c8nw0,6udg0,c8nw0,6hes0,c8nw0,
    6hes0,c8nw0,6hes0,c8nw0,6hes0,c8nw0,6hes0|X7;
    America/Fort_Wayne America/Indiana/Indianapolis America/Indianapolis US/East-Indiana|-18000,-14400|10101|5xi40,9cyk0,
    ihslg0,ast80,6udg0|X5X,M3.2.0,M11.1.0;
    America/Fortaleza|-10800,-7200|1010101010101010|89jcc0,6u7w0,biw40,5rbw0,d0lg0,5ed80,cyqs0,5ed80,dbpg0,64ak0,514g40,
    7k580,biw40,puk0,id6s0,6h980|X3;
    America/Glace_Bay|-14400,-10800|10101010101010101010101010101010101010101010101010101010101010101010101|17qjc0,9cyk0,
    9d440,9cyk0,9d440,9cyk0,9d440,9cyk0,9d440,9px80,905g0,9px80,9d440,9cyk0,9d440,9cyk0,9d440,9cyk0,9d440,9cyk0,9d440,9px80,
    905g0,9px80,9d440,9cyk0,9d440,9cyk0,9d440,9cyk0,8a840,afuk0,8a840,ast80,7x9g0,ast80,7x9g0,ast80,8a840,afuk0,8a840,afuk0,
    8a840,ast80,7x9g0,ast80,7x9g0,ast80,8a840,afuk0,8a840,afuk0,8a840,afuk0,8a840,ast80,7x9g0,ast80,7x9g0,ast80,8a840,afuk0,
    8a840,afuk0,8a840,ast80,7x9g0,ast80,7x9g0,ast80,6udg0|X4X,M3.2.0,M11.1.0;
    America/Godthab America/Nuuk|-10800,-7200|
    1010101010101010101010101010101010101010101010101010101010101010101010101010101010101011|5ct4k0,8zrk0,9d1c0,9d1c0,9d1c0,
    9d1c0,9d1c0,9d1c0,9d1c0,9q000,9d1c0,9d1c0,9d1c0,9d1c0,9d1c0,9d1c0,9d1c0,9d1c0,9d1c0,9d1c0,9d1c0,9q000,9d1c0,9d1c0,9d1c0,
    9d1c0,9d1c0,9d1c0,9d1c0,9d1c0,9d1c0,9d1c0,9q000,asw00,7x6o0,asw00,7x6o0,asw00,7x6o0,b5uo0,7k800,b5uo0,7k800,b5uo0,7x6o0,
    asw00,7x6o0,asw00,7x6o0,b5uo0,7k800,b5uo0,7k800,b5uo0,7k800,b5uo0,7x6o0,asw00,7x6o0,asw00,7x6o0,b5uo0,7k800,b5uo0,7k800,
    b5uo0,7x6o0,asw00,7x6o0,asw00,7x6o0,asw00,7x6o0,b5uo0,7k800,b5uo0,7k800,b5uo0,7x6o0,asw00,7x6o0,asw00,7x6o0,b5uo0,7k800,
    b5uo0,7k800,b5uo0|X2X,M3.5.0/-1,M10.5.0/0;
    America/Goose_Bay|-14400,-10800,-7200|
    101010101010101010101010101010101010201010101010101010101010101010101010101010101011|5xfc0,9cyk0,9d440,9px80,9d440,
    9cyk0,9d440,9cyk0,9d440,9cyk0,9d440,9cyk0,9d440,9px80,905g0,9px80,9d440,9cyk0,9d440,9cyk0,9d440,9cyk0,9d440,9cyk0,9d440,
    9px80,905g0,9px80,9d440,9cyk0,9d440,9cyk0,9d440,9cyk0,8a2lo,afuk0,8a840,asqg0,7xc80,ast80,7x9g0,ast80,8a840,afuk0,8a840,
    afuk0,8a840,ast80,7x9g0,ast80,7x9g0,ast80,8a840,afuk0,8a840,afuk0,8a840,afuk0,8a840,ast80,7x9g0,ast80,7x9g0,ast80,8a840,
    afuk0,8a840,afuk0,8a840,ast80,7x9g0,ast80,7x9g0,ast80,6udg0,c8nw0,6hes0,c8nw0,6hes0,c8nw0,6udg0,c8nw0,6hes0,bzeic|X4X,
    M3.2.0,M11.1.0;
    America/Grand_Turk|-18000,-14400|10101010101010101010101010101010101010101010101010101010101010101010101011|4v63g0,
    9cyk0,9d440,9cyk0,9d440,9cyk0,9d440,9px80,905g0,9px80,9d440,9cyk0,9d440,9cyk0,9d440,9cyk0,8a840,afuk0,8a840,ast80,7x9g0,
    ast80,7x9g0,ast80,8a840,afuk0,8a840,afuk0,8a840,ast80,7x9g0,ast80,7x9g0,ast80,8a840,afuk0,8a840,afuk0,8a840,afuk0,8a840,
    ast80,7x9g0,ast80,7x9g0,ast80,8a840,afuk0,8a840,afuk0,8a840,ast80,7x9g0,ast80,7x9g0,ast80,6udg0,c8nw0,6hes0,c8nw0,6hes0,
    c8nw0,6udg0,c8nw0,6hes0,c8nw0,6hes0,c8nw0,6hes0,c8nw0,6hes0,c8nw0,6hes0,1kj6o0|X5X,M3.2.0,M11.1.0;
    America/Guatemala|-21600,-18000|10101010|219i00,4ofw0,4tidg0,6djw0,3wwas0,8n180,7n5ms0,7x3w0|X6;
    America/Guayaquil|-18000,-14400|10|byetw0,3jp80|X5;
    America/Guyana|-13500,-10800,-14400|12|2wud30,8p0jd0|X4;
    America/Halifax Canada/Atlantic|-14400,-10800|
    101010101010101010101010101010101010101010101010101010101010101010101010101|5xfc0,9cyk0,9d440,9px80,9d440,9cyk0,9d440,
    9cyk0,9d440,9cyk0,9d440,9cyk0,9d440,9px80,905g0,9px80,9d440,9cyk0,9d440,9cyk0,9d440,9cyk0,9d440,9cyk0,9d440,9px80,905g0,
    9px80,9d440,9cyk0,9d440,9cyk0,9d440,9cyk0,8a840,afuk0,8a840,ast80,7x9g0,ast80,7x9g0,ast80,8a840,afuk0,8a840,afuk0,8a840,
    ast80,7x9g0,ast80,7x9g0,ast80,8a840,afuk0,8a840,afuk0,8a840,afuk0,8a840,ast80,7x9g0,ast80,7x9g0,ast80,8a840,afuk0,8a840,
    afuk0,8a840,ast80,7x9g0,ast80,7x9g0,ast80,6udg0|X4X,M3.2.0,M11.1.0;
    America/Havana Cuba|-18000,-14400|
    10101010101010101010101010101010101010101010101010101010101010101010101010101010101010101010101010101010101010|5xck0,
    9cyk0,9d440,9px80,9d440,8a2k0,ag040,8bx80,ae5g0,8drw0,acas0,9cyk0,9d440,9px80,905g0,9px80,9q2s0,7x3w0,8a840,ast80,7x9g0,
    ast80,asys0,7x3w0,asys0,7x3w0,asys0,7x3w0,asys0,8a2k0,ag040,8a2k0,7x9g0,ast80,7x9g0,ast80,8a840,afuk0,8a840,afuk0,905g0,
    a2vw0,905g0,9q000,902o0,9q000,902o0,9q000,902o0,9q000,902o0,9q000,9d1c0,9d1c0,9d1c0,9q000,8n400,asw00,7x6o0,b5uo0,7x6o0,
    asw00,7x6o0,asw00,8a5c0,afxc0,8a5c0,afxc0,7x6o0,1cm000,6uao0,bvs00,779c0,bitc0,6uao0,bvs00,779c0,bvs00,779c0,c8qo0,
    779c0,b5uo0,6hc00,c8qo0,6hc00,c8qo0,6hc00,c8qo0,6uao0,c8qo0,6hc00,c8qo0,6hc00,c8qo0,6hc00,c8qo0,6hc00,c8qo0,6uao0,c8qo0,
    6hc00,c8qo0,6hc00,c8qo0,6hc00,c8qo0,6hc00,c8qo0,6hc00,vbs00|X5X,M3.2.0/0,M11.1.0/1;
    America/Hermosillo|-25200,-21600|101010|dphic0,afuk0,8a840,afuk0,8a840,afuk0|X7;
    America/Indiana/Knox America/Knox_IN US/Indiana-Starke|-21600,-18000|101010101010101010101010101010101010101010101|
    5xkw0,9cyk0,9d440,9px80,9d440,9cyk0,9d440,9cyk0,3lpg0,f4d80,64g40,clmk0,9d440,9px80,905g0,9px80,9d440,9cyk0,9d440,9cyk0,
    9d440,9cyk0,9d440,9cyk0,9d440,9px80,905g0,9px80,9d440,9cyk0,9d440,9cyk0,9d440,9cyk0,8a840,afuk0,8a840,ast80,7x9g0,ast80,
    7x9g0,ast80,8a840,84duk0,6udg0|X6X,M3.2.0,M11.1.0;
    America/Indiana/Marengo|-18000,-14400|1010101010101|5xi40,9cyk0,9d440,9px80,9d440,9cyk0,9d440,9cyk0,ouis0,clmk0,fvt9g0,
    ast80,6udg0|X5X,M3.2.0,M11.1.0;
    America/Indiana/Petersburg|-21600,-18000|101010101010101011|5xkw0,9cyk0,9d440,9px80,9d440,9cyk0,9d440,9cyk0,3lpg0,f4d80,
    64g40,clmk0,9d440,9px80,905g0,feivw0,6udg0,c8nw0|X5X,M3.2.0,M11.1.0;
    America/Indiana/Tell_City|-18000,-14400,-21600|1020|5xi40,9cyk0,islhg0,6udg0|X6X,M3.2.0,M11.1.0;
    America/Indiana/Vevay|-18000,-14400|101010101|5xi40,9cyk0,9d440,9px80,9d440,9cyk0,hfzhg0,ast80,6udg0|X5X,M3.2.0,M11.1.0;
    America/Indiana/Vincennes|-18000,-14400,-21600|10200|5xi40,9cyk0,islhg0,6udg0,c8nw0|X5X,M3.2.0,M11.1.0;
    America/Indiana/Winamac|-18000,-14400,-21600|1021|5xi40,9cyk0,islhg0,6udg0|X5X,M3.2.0,M11.1.0;
    America/Inuvik|-28800,-25200,-21600|
    10101010101010212121212121212121212121212121212121212121212121212121212121212121212121212121212121212121212122|17qug0,
    9cyk0,9d440,9cyk0,9d440,9cyk0,9d440,9cyk0,9d440,9px80,905g0,9px80,9d440,9cyk0,9d440,9cvs0,9d440,9cyk0,9d440,9cyk0,9d440,
    9px80,905g0,9px80,9d440,9cyk0,9d440,9cyk0,9d440,9cyk0,8a840,afuk0,8a840,ast80,7x9g0,ast80,7x9g0,ast80,8a840,afuk0,8a840,
    afuk0,8a840,ast80,7x9g0,ast80,7x9g0,ast80,8a840,afuk0,8a840,afuk0,8a840,afuk0,8a840,ast80,7x9g0,ast80,7x9g0,ast80,8a840,
    afuk0,8a840,afuk0,8a840,ast80,7x9g0,ast80,7x9g0,ast80,6udg0,c8nw0,6hes0,c8nw0,6hes0,c8nw0,6udg0,c8nw0,6hes0,c8nw0,6hes0,
    c8nw0,6hes0,c8nw0,6hes0,c8nw0,6hes0,c8nw0,6udg0,c8nw0,6hes0,c8nw0,6hes0,c8nw0,6hes0,c8nw0,6hes0,c8nw0,6udg0,c8nw0,6hes0,
    c8nw0,6hes0,c8nw0,6hes0,c8nw0,6hes0,c8nw0,6hes0,c8nw0|X6;
    America/Iqaluit America/Pangnirtung|-18000,-14400,-21600|
    1010101010101010101010101010101010101010101010101010101201010101010101|17qm40,9cyk0,9d440,9cyk0,9d440,9cyk0,9d440,9cyk0,
    9d440,9px80,905g0,9px80,9d440,9cyk0,9d440,9cyk0,9d440,9cyk0,9d440,9cyk0,9d440,9px80,905g0,9px80,9d440,9cyk0,9d440,9cyk0,
    9d440,9cyk0,8a840,afuk0,8a840,ast80,7x9g0,ast80,7x9g0,ast80,8a840,afuk0,8a840,afuk0,8a840,ast80,7x9g0,ast80,7x9g0,ast80,
    8a840,afuk0,8a840,afuk0,8a840,afuk0,8a840,ast80,7xc80,ipzw0,ast80,8a840,afuk0,8a840,afuk0,8a840,ast80,7x9g0,ast80,7x9g0,
    ast80,6udg0|X5X,M3.2.0,M11.1.0;
    America/Jamaica Jamaica|-18000,-14400|10101010101010101010|23fcs0,f4d80,64g40,clmk0,9d440,9px80,905g0,9px80,9d440,9cyk0,
    9d440,9cyk0,9d440,9cyk0,9d440,9cyk0,9d440,9px80,905g0,9px80|X5;
    America/Juneau|-28800,-25200,-32400|1010101010101010101010101202020202020202020202020202020202020202020202020|5xqg0,
    9cyk0,9d440,9px80,9d440,9cyk0,9d440,9cyk0,3lpg0,f4d80,64g40,clmk0,9d440,9px80,905g0,9px80,9d440,9cyk0,9d440,9cyk0,s36s0,
    9cyk0,9d440,9px80,905g0,9px80,9d6w0,9cyk0,9d440,9cyk0,9d440,9cyk0,8a840,afuk0,8a840,ast80,7x9g0,ast80,7x9g0,ast80,8a840,
    afuk0,8a840,afuk0,8a840,ast80,7x9g0,ast80,7x9g0,ast80,8a840,afuk0,8a840,afuk0,8a840,afuk0,8a840,ast80,7x9g0,ast80,7x9g0,
    ast80,8a840,afuk0,8a840,afuk0,8a840,ast80,7x9g0,ast80,7x9g0,ast80,6udg0|X9X,M3.2.0,M11.1.0;
    America/Kentucky/Louisville America/Louisville|-18000,-14400|
    1010101010101010101010101010101010101010101010101010101010101010101010101|5xi40,9cyk0,9d440,9px80,9d440,9cyk0,9d440,
    9cyk0,ouis0,clmk0,9d440,9px80,905g0,9px80,9d440,9cyk0,9d440,9cyk0,9d440,9cyk0,9d440,9cyk0,9d440,9px80,905g0,9px80,9d440,
    9cyk0,9d440,9cyk0,9d440,9cyk0,8a840,afuk0,8a840,ast80,7x9g0,ast80,7x9g0,ast80,8a840,afuk0,8a840,afuk0,8a840,ast80,7x9g0,
    ast80,7x9g0,ast80,8a840,afuk0,8a840,afuk0,8a840,afuk0,8a840,ast80,7x9g0,ast80,7x9g0,ast80,8a840,afuk0,8a840,afuk0,8a840,
    ast80,7x9g0,ast80,7x9g0,ast80,6udg0|X5X,M3.2.0,M11.1.0;
    America/Kentucky/Monticello|-21600,-18000,-14400|
    10101010101010101010101010101010101010101010101010101010101012121212121212|5xkw0,9cyk0,9d440,9px80,9d440,9cyk0,9d440,
    9cyk0,3lpg0,f4d80,64g40,clmk0,9d440,9px80,905g0,9px80,9d440,9cyk0,9d440,9cyk0,9d440,9cyk0,9d440,9cyk0,9d440,9px80,905g0,
    9px80,9d440,9cyk0,9d440,9cyk0,9d440,9cyk0,8a840,afuk0,8a840,ast80,7x9g0,ast80,7x9g0,ast80,8a840,afuk0,8a840,afuk0,8a840,
    ast80,7x9g0,ast80,7x9g0,ast80,8a840,afuk0,8a840,afuk0,8a840,afuk0,8a840,ast80,7x9g0,ipzw0,ast80,8a840,afuk0,8a840,afuk0,
    8a840,ast80,7x9g0,ast80,7x9g0,ast80,6udg0|X5X,M3.2.0,M11.1.0;
    America/Lima|-18000,-14400|10101010|8cmlw0,4ml80,e5c40,4ml80,1fr1g0,4ml80,1yiys0,4ml80|X5;
    America/Los_Angeles PST8PDT US/Pacific|-28800,-25200|
    101010101010101010101010101010101010101010101010101010101010101010101010101|5xqg0,9cyk0,9d440,9px80,9d440,9cyk0,9d440,
    9cyk0,3lpg0,f4d80,64g40,clmk0,9d440,9px80,905g0,9px80,9d440,9cyk0,9d440,9cyk0,9d440,9cyk0,9d440,9cyk0,9d440,9px80,905g0,
    9px80,9d440,9cyk0,9d440,9cyk0,9d440,9cyk0,8a840,afuk0,8a840,ast80,7x9g0,ast80,7x9g0,ast80,8a840,afuk0,8a840,afuk0,8a840,
    ast80,7x9g0,ast80,7x9g0,ast80,8a840,afuk0,8a840,afuk0,8a840,afuk0,8a840,ast80,7x9g0,ast80,7x9g0,ast80,8a840,afuk0,8a840,
    afuk0,8a840,ast80,7x9g0,ast80,7x9g0,ast80,6udg0|X8X,M3.2.0,M11.1.0;
    America/Maceio|-10800,-7200|101010101010101010|89jcc0,6u7w0,biw40,5rbw0,d0lg0,5ed80,cyqs0,5ed80,dbpg0,64ak0,2yl440,
    64ak0,1wf1g0,7k580,biw40,puk0,id6s0,6h980|X3;
    America/Managua|-21600,-18000|10101010101010|1qkbc0,xqqk0,24p6s0,53980,dmtg0,53980,60itw0,dq240,53es0,235h80,4beis0,
    8zzw0,at4c0,7x140|X6;
    America/Manaus Brazil/West|-14400,-10800|10101010|89jf40,6u7w0,biw40,5rbw0,d0lg0,5ed80,2yy2s0,6h980|X4;
    America/Martinique|-14400,-10800|10|5ct1s0,8zzw0|X4;
    America/Matamoros|-21600,-18000|1010101010101010101010101010100|9iyww0,ast80,3vppg0,afuk0,8a840,afuk0,8a840,afuk0,8a840,
    ast80,7x9g0,ast80,9q2s0,7k580,9q2s0,afuk0,8a840,afuk0,8a840,ast80,7x9g0,ast80,7x9g0,ast80,7x9g0,ast80,8a840,afuk0,8a840,
    afuk0,3huk0|X6X,M3.2.0,M11.1.0;
    America/Mazatlan Mexico/BajaSur|-25200,-21600|101010101010101010101010101010101010101010101010101010|dphic0,afuk0,8a840,
    afuk0,8a840,afuk0,8a840,ast80,7x9g0,ast80,9q2s0,7k580,9q2s0,afuk0,8a840,afuk0,8a840,ast80,7x9g0,ast80,7x9g0,ast80,7x9g0,
    ast80,8a840,afuk0,8a840,afuk0,8a840,ast80,7x9g0,ast80,7x9g0,ast80,8a840,afuk0,8a840,afuk0,8a840,afuk0,8a840,ast80,7x9g0,
    ast80,7x9g0,ast80,8a840,afuk0,8a840,afuk0,8a840,ast80,7x9g0,ast80|X7;
    America/Menominee|-18000,-21600|10101010101010101010101010101010101010101010101010101010101010101010|1ztq40,3lpg0,f4d80,
    64g40,clmk0,9d440,9px80,905g0,9px80,9d440,9cyk0,9d440,9cyk0,9d440,9cyk0,9d440,9cyk0,9d440,9px80,905g0,9px80,9d440,9cyk0,
    9d440,9cyk0,9d440,9cyk0,8a840,afuk0,8a840,ast80,7x9g0,ast80,7x9g0,ast80,8a840,afuk0,8a840,afuk0,8a840,ast80,7x9g0,ast80,
    7x9g0,ast80,8a840,afuk0,8a840,afuk0,8a840,afuk0,8a840,ast80,7x9g0,ast80,7x9g0,ast80,8a840,afuk0,8a840,afuk0,8a840,ast80,
    7x9g0,ast80,7x9g0,ast80,6udg0|X6X,M3.2.0,M11.1.0;
    America/Merida|-21600,-18000|10101010101010101010101010101010101010101010101010101010|696680,fzuk0,70bes0,afuk0,8a840,
    afuk0,8a840,afuk0,8a840,ast80,7x9g0,ast80,9q2s0,7k580,9q2s0,afuk0,8a840,afuk0,8a840,ast80,7x9g0,ast80,7x9g0,ast80,7x9g0,
    ast80,8a840,afuk0,8a840,afuk0,8a840,ast80,7x9g0,ast80,7x9g0,ast80,8a840,afuk0,8a840,afuk0,8a840,afuk0,8a840,ast80,7x9g0,
    ast80,7x9g0,ast80,8a840,afuk0,8a840,afuk0,8a840,ast80,7x9g0,ast80|X6;
    America/Metlakatla|-28800,-25200,-32400|10101010101010101010101010102020202|5xqg0,9cyk0,9d440,9px80,9d440,9cyk0,9d440,
    9cyk0,3lpg0,f4d80,64g40,clmk0,9d440,9px80,905g0,9px80,9d440,9cyk0,9d440,9cyk0,9d440,9cyk0,9d440,9cyk0,9d440,9px80,905g0,
    9px80,gpc840,6udg0,c8nw0,6hes0,c8nw0,6hes0,g7980|X9X,M3.2.0,M11.1.0;
    America/Mexico_City Mexico/General|-21600,-18000|101010101010101010101010101010101010101010101010101010|dphfk0,afuk0,
    8a840,afuk0,8a840,afuk0,8a840,ast80,7x9g0,ast80,9q2s0,7k580,9q2s0,afuk0,8a840,afuk0,8a840,ast80,7x9g0,ast80,7x9g0,ast80,
    7x9g0,ast80,8a840,afuk0,8a840,afuk0,8a840,ast80,7x9g0,ast80,7x9g0,ast80,8a840,afuk0,8a840,afuk0,8a840,afuk0,8a840,ast80,
    7x9g0,ast80,7x9g0,ast80,8a840,afuk0,8a840,afuk0,8a840,ast80,7x9g0,ast80|X6;
    America/Miquelon|-14400,-10800,-7200|121212121212121212121212121212121212121212|5e3cg0,3m59g0,afuk0,8a840,ast80,7x9g0,
    ast80,7x9g0,ast80,8a840,afuk0,8a840,afuk0,8a840,ast80,7x9g0,ast80,7x9g0,ast80,8a840,afuk0,8a840,afuk0,8a840,afuk0,8a840,
    ast80,7x9g0,ast80,7x9g0,ast80,8a840,afuk0,8a840,afuk0,8a840,ast80,7x9g0,ast80,7x9g0,ast80,6udg0|X3X,M3.2.0,M11.1.0;
    America/Moncton|-14400,-10800|1010101010101010101010101010101010101010101010101010101010101010101010100|5xfc0,9cyk0,
    9d440,9px80,9d440,9cyk0,s36s0,9cyk0,9d440,9cyk0,9d440,9px80,905g0,9px80,9d440,9cyk0,9d440,9cyk0,9d440,9cyk0,9d440,9cyk0,
    9d440,9px80,905g0,9px80,9d440,9cyk0,9d440,9cyk0,9d440,9cyk0,8a840,afuk0,8a840,ast80,7x9g0,ast80,7x9g0,ast80,8a840,afuk0,
    8a840,afuk0,8a2lo,ast80,7x9g0,ast80,7x9g0,ast80,8a840,afuk0,8a840,afuk0,8a840,afuk0,8a840,ast80,7x9g0,ast80,7x9g0,ast80,
    8a840,afuk0,8a840,afuk0,8a840,ast80,7x9g0,ast80,7x9g0,ast80,3alec|X4X,M3.2.0,M11.1.0;
    America/Monterrey|-21600,-18000|10101010101010101010101010101010101010101010101010101010|9iyww0,ast80,3vppg0,afuk0,
    8a840,afuk0,8a840,afuk0,8a840,ast80,7x9g0,ast80,9q2s0,7k580,9q2s0,afuk0,8a840,afuk0,8a840,ast80,7x9g0,ast80,7x9g0,ast80,
    7x9g0,ast80,8a840,afuk0,8a840,afuk0,8a840,ast80,7x9g0,ast80,7x9g0,ast80,8a840,afuk0,8a840,afuk0,8a840,afuk0,8a840,ast80,
    7x9g0,ast80,7x9g0,ast80,8a840,afuk0,8a840,afuk0,8a840,ast80,7x9g0,ast80|X6;
    America/Montevideo|-10800,-7200,-5400,-9000|101023010101010101010101010101010101010101010101010|5vcc0,2kik0,yxhg0,4bh80,
    s36s0,2vl60,905g0,5rg20,51ek0,weqs0,3yik0,e1ms0,4ofw0,erk40,3yik0,2vs40,gk7w0,41iys0,3wnw0,erk40,4bh80,c8tg0,64ak0,
    c8tg0,6u7w0,c8tg0,6h980,bvus0,6u7w0,614qs0,9q2s0,a31g0,7x3w0,ag040,8a2k0,asys0,7x3w0,asys0,7x3w0,asys0,8a2k0,ag040,
    8a2k0,ag040,8a2k0,asys0,7x3w0,asys0,7x3w0,asys0,7x3w0|X3;
    America/Montreal America/Nassau America/Nipigon America/Thunder_Bay America/Toronto Canada/Eastern|-18000,-14400|
    101010101010101010101010101010101010101010101010101010101010101010101010101|5xi40,9cyk0,9d440,9px80,9d440,9cyk0,9d440,
    9cyk0,9d440,9cyk0,9d440,9cyk0,9d440,9px80,905g0,9px80,9d440,9cyk0,9d440,9cyk0,9d440,9cyk0,9d440,9cyk0,9d440,9px80,905g0,
    9px80,9d440,9cyk0,9d440,9cyk0,9d440,9cyk0,8a840,afuk0,8a840,ast80,7x9g0,ast80,7x9g0,ast80,8a840,afuk0,8a840,afuk0,8a840,
    ast80,7x9g0,ast80,7x9g0,ast80,8a840,afuk0,8a840,afuk0,8a840,afuk0,8a840,ast80,7x9g0,ast80,7x9g0,ast80,8a840,afuk0,8a840,
    afuk0,8a840,ast80,7x9g0,ast80,7x9g0,ast80,6udg0|X5X,M3.2.0,M11.1.0;
    America/New_York EST5EDT US/Eastern|-18000,-14400|
    101010101010101010101010101010101010101010101010101010101010101010101010101|5xi40,9cyk0,9d440,9px80,9d440,9cyk0,9d440,
    9cyk0,3lpg0,f4d80,64g40,clmk0,9d440,9px80,905g0,9px80,9d440,9cyk0,9d440,9cyk0,9d440,9cyk0,9d440,9cyk0,9d440,9px80,905g0,
    9px80,9d440,9cyk0,9d440,9cyk0,9d440,9cyk0,8a840,afuk0,8a840,ast80,7x9g0,ast80,7x9g0,ast80,8a840,afuk0,8a840,afuk0,8a840,
    ast80,7x9g0,ast80,7x9g0,ast80,8a840,afuk0,8a840,afuk0,8a840,afuk0,8a840,ast80,7x9g0,ast80,7x9g0,ast80,8a840,afuk0,8a840,
    afuk0,8a840,ast80,7x9g0,ast80,7x9g0,ast80,6udg0|X5X,M3.2.0,M11.1.0;
    America/Nome|-39600,-36000,-32400,-28800|101010101010101010101010101232323232323232323232323232323232323232323232323|
    5xys0,9cyk0,9d440,9px80,9d440,9cyk0,9d440,9cyk0,3lpg0,f4d80,64g40,clmk0,9d440,9px80,905g0,9px80,9d440,9cyk0,9d440,9cyk0,
    9d440,9cyk0,9d440,9cyk0,9d440,9px80,905g0,9px80,9cyk0,9cyk0,9d440,9cyk0,9d440,9cyk0,8a840,afuk0,8a840,ast80,7x9g0,ast80,
    7x9g0,ast80,8a840,afuk0,8a840,afuk0,8a840,ast80,7x9g0,ast80,7x9g0,ast80,8a840,afuk0,8a840,afuk0,8a840,afuk0,8a840,ast80,
    7x9g0,ast80,7x9g0,ast80,8a840,afuk0,8a840,afuk0,8a840,ast80,7x9g0,ast80,7x9g0,ast80,6udg0|X9X,M3.2.0,M11.1.0;
    America/Noronha Brazil/DeNoronha|-7200,-3600|1010101010101010|89j9k0,6u7w0,biw40,5rbw0,d0lg0,5ed80,cyqs0,5ed80,dbpg0,
    64ak0,514g40,7k580,biw40,cvw0,iq5g0,6h980|X2;
    America/North_Dakota/Beulah|-25200,-21600|
    1010101010101010101010101010101010101010101010101010101010101010101010101010101011|5xno0,9cyk0,9d440,9px80,9d440,9cyk0,
    9d440,9cyk0,3lpg0,f4d80,64g40,clmk0,9d440,9px80,905g0,9px80,9d440,9cyk0,9d440,9cyk0,9d440,9cyk0,9d440,9cyk0,9d440,9px80,
    905g0,9px80,9d440,9cyk0,9d440,9cyk0,9d440,9cyk0,8a840,afuk0,8a840,ast80,7x9g0,ast80,7x9g0,ast80,8a840,afuk0,8a840,afuk0,
    8a840,ast80,7x9g0,ast80,7x9g0,ast80,8a840,afuk0,8a840,afuk0,8a840,afuk0,8a840,ast80,7x9g0,ast80,7x9g0,ast80,8a840,afuk0,
    8a840,afuk0,8a840,ast80,7x9g0,ast80,7x9g0,ast80,6udg0,c8nw0,6hes0,c8nw0,6hes0,c8nw0,6udg0,c8nw0|X6X,M3.2.0,M11.1.0;
    America/North_Dakota/Center|-25200,-21600,-18000|
    10101010101010101010101010101010101010101010121212121212121212121212121212|5xno0,9cyk0,9d440,9px80,9d440,9cyk0,9d440,
    9cyk0,3lpg0,f4d80,64g40,clmk0,9d440,9px80,905g0,9px80,9d440,9cyk0,9d440,9cyk0,9d440,9cyk0,9d440,9cyk0,9d440,9px80,905g0,
    9px80,9d440,9cyk0,9d440,9cyk0,9d440,9cyk0,8a840,afuk0,8a840,ast80,7x9g0,ast80,7x9g0,ast80,8a840,afuk0,8a840,ipzw0,ast80,
    7x9g0,ast80,7x9g0,ast80,8a840,afuk0,8a840,afuk0,8a840,afuk0,8a840,ast80,7x9g0,ast80,7x9g0,ast80,8a840,afuk0,8a840,afuk0,
    8a840,ast80,7x9g0,ast80,7x9g0,ast80,6udg0|X6X,M3.2.0,M11.1.0;
    America/North_Dakota/New_Salem|-25200,-21600,-18000|
    10101010101010101010101010101010101010101010101010101010101010101012121212|5xno0,9cyk0,9d440,9px80,9d440,9cyk0,9d440,
    9cyk0,3lpg0,f4d80,64g40,clmk0,9d440,9px80,905g0,9px80,9d440,9cyk0,9d440,9cyk0,9d440,9cyk0,9d440,9cyk0,9d440,9px80,905g0,
    9px80,9d440,9cyk0,9d440,9cyk0,9d440,9cyk0,8a840,afuk0,8a840,ast80,7x9g0,ast80,7x9g0,ast80,8a840,afuk0,8a840,afuk0,8a840,
    ast80,7x9g0,ast80,7x9g0,ast80,8a840,afuk0,8a840,afuk0,8a840,afuk0,8a840,ast80,7x9g0,ast80,7x9g0,ast80,8a840,afuk0,8a840,
    ipzw0,ast80,7x9g0,ast80,7x9g0,ast80,6udg0|X6X,M3.2.0,M11.1.0;
    America/Ojinaga|-21600,-18000,-25200|10102020202020202020202020202020202020202020202020200|dphfk0,afuk0,8a840,afuk0,
    iq5g0,8a840,ast80,7x9g0,ast80,9q2s0,7k580,9q2s0,afuk0,8a840,afuk0,8a840,ast80,7x9g0,ast80,7x9g0,ast80,7x9g0,ast80,8a840,
    afuk0,8a840,afuk0,77c40,c8nw0,6hes0,c8nw0,6hes0,c8nw0,6hes0,c8nw0,6hes0,c8nw0,6hes0,c8nw0,6udg0,c8nw0,6hes0,c8nw0,6hes0,
    c8nw0,6hes0,c8nw0,6hes0,c8nw0,6udg0,c8nw0,6hes0,dgyc0|X6X,M3.2.0,M11.1.0;
    America/Paramaribo|-12600,-10800|1|7p4720|X3;
    America/Port-au-Prince|-18000,-14400|1010101010101010101010101010101010101010101|6ys5w0,8zzw0,9d440,9cyk0,9d440,9cyk0,
    9d440,9cyk0,9d440,9cyk0,8aaw0,asw00,7x6o0,asw00,7x6o0,asw00,8a5c0,afxc0,8a5c0,afxc0,8a5c0,asw00,7x6o0,asw00,7x6o0,asw00,
    8a5c0,afxc0,8a5c0,afxc0,3vpjw0,ast80,7x9g0,ast80,2stv00,c8nw0,6hes0,c8nw0,6hes0,c8nw0,6hes0,c8nw0,pkg40|X5X,M3.2.0,
    M11.1.0;
    America/Porto_Acre America/Rio_Branco Brazil/Acre|-18000,-14400|10101010|89jhw0,6u7w0,biw40,5rbw0,d0lg0,5ed80,amves0,
    2t2t80|X5;
    America/Porto_Velho|-14400,-10800|101010|89jf40,6u7w0,biw40,5rbw0,d0lg0,5ed80|X4;
    """
}
