"""Check boards.json by itself: ids, dates, words, structure; print counts."""
import json,datetime as D,re,sys,os
os.chdir(os.path.dirname(os.path.abspath(__file__)))
J=json.load(open('boards.json',encoding='utf-8'));bad=[]
STAT=set('CAPTURED CLARIFYING READY IN_PROGRESS DELEGATED WAITING_EXTERNAL SCHEDULED BLOCKED NEEDS_DECISION NEEDS_REVIEW COOLING DORMANT REACTIVATED DONE CANCELLED'.split())
today=D.date(2026,11,23);allids=set();tot={};rows=[]
KANJI='月火水木金土日'
for b in J['boards']:
    N={n['id']:n for n in b['nodes']};T={i:n['title']+'\n'+n['context'] for i,n in N.items()};bid=b['id']
    E=lambda *a:bad.append((bid,)+a)
    if len(N)!=len(b['nodes']):E('duplicate id')
    if allids&set(N):E('id used on another board')
    allids|=set(N)
    for n in b['nodes']:
        if n['status'] not in STAT:E('status',n['id'])
        if n['kind'] not in('goal','task','note'):E('kind',n['id'])
        if n['parent_id'] and n['parent_id'] not in N:E('parent',n['id'])
        c,u=[D.date.fromisoformat(n[k]) for k in('created_at','updated_at')]
        if not c<=u<=today:E('dates',n['id'])
        for mm in re.finditer(r'(?:(20\d\d)-)?(\d{1,2})[/-](\d{1,2})\s?[（(]([月火水木金土日])[）)]',T[n['id']]):
            y=int(mm[1]) if mm[1] else (2026 if int(mm[2])>=9 else 2027)
            if KANJI[D.date(y,int(mm[2]),int(mm[3])).weekday()]!=mm[4]:E('weekday',n['id'],mm[0])
    M=b['marks']
    def has(i,w,what):
        if i not in N:E('no node',i,what);return
        if w not in T[i]:E('words',what,i,w)
    for o in M['dependencies']:
        for k in('from','to','words_in'):
            if o[k] not in N:E('id',o)
        if o['from']==o['to']:E('self',o)
        has(o['words_in'],o['words'],'dep')
        # a dependency must not only restate parent/child
        if N[o['from']]['parent_id']==o['to'] or N[o['to']]['parent_id']==o['from']:E('dep restates parent',o['from'],o['to'])
    for o in M['deadlines']:
        has(o['words_in'],o['words'],'due');D.date.fromisoformat(o['date'])
        for x in o.get('also_ok',[])+([o['date_to']] if 'date_to' in o else []):D.date.fromisoformat(x)
        if o['sense'] not in('deadline','event','plan','start'):E('sense',o)
        if N[o['node']]['status'] in('DONE','CANCELLED'):E('due on a finished node',o['node'])
    for o in M['duplicates']:
        for i in o['pair']:
            if i not in N:E('dup',i)
    for o in M['alternatives']:
        for w in o['options']:
            if w.lower() not in T[o['node']].lower():E('alt',o['node'],w)
    for o in M['checklists']:
        t=T[o['node']].split('\n')
        if [l[4:] for l in t if l.startswith('[x] ')]!=o['done'] or [l[4:] for l in t if l.startswith('[ ] ')]!=o['open']:E('chk',o['node'])
    for o in M['efforts']:has(o['node'],o['words'],'eff')
    for o in M['groups']:
        for i in o['node_ids']+o.get('also_ok',[]):
            if i not in N:E('grp',i)
        ps={N[i]['parent_id'] for i in o['node_ids'] if i in N}
        if len(ps)==1 and None not in ps and not o.get('unsure'):E('group restates a parent',o['label'])
        if len(o['node_ids'])<2:E('small group',o['label'])
    for o in M['too_large']:
        kids={n['id'] for n in b['nodes'] if n['parent_id']==o['node']};got=set()
        for x in o['division']:
            for w in x.get('words',[]):has(o['node'],w,'big')
            got|=set(x.get('node_ids',[]))
        if got and got!={k for k in kids if k in got} :E('big foreign',o['node'])
        if got and got!=kids:print('  note: division leaves out',o['node'],sorted(kids-got))
    for o in M['stale']:
        if o['node'] not in N or any(w not in N for w in o['waited_for_by']):E('stale',o)
        if N[o['node']]['status'] in('DONE','CANCELLED','DORMANT'):E('stale finished',o['node'])
        for w in o['waited_for_by']:
            if not any(x['from']==w and x['to']==o['node'] for x in M['dependencies']):E('stale wait without dependency',o['node'],w)
    for o in M['cycles']:
        ns=o['nodes']
        for a,c in zip(ns,ns[1:]+ns[:1]):
            if not any(x['from']==a and x['to']==c for x in M['dependencies']):E('cycle',a,c)
    # any cycle not marked?
    g={}
    for x in M['dependencies']:
        if not x.get('unsure'):g.setdefault(x['from'],[]).append(x['to'])
    def reach(a,t,s):
        return any(y==t or (y not in s and reach(y,t,s|{y})) for y in g.get(a,[]))
    cyc={a for a in g if reach(a,a,set())};mk={i for o in M['cycles'] for i in o['nodes']}
    if cyc!=mk:E('cycles',cyc,mk)
    for o in M['must_not']:
        if o['kind'] not in('dependency','deadline','alternatives','effort','group','duplicate','stale'):E('notkind',o)
        for i in o['nodes']:
            if i not in N:E('not id',i)
        if o['kind'] in('dependency','deadline','alternatives','effort'):has(o['nodes'][0],o['words'],'not')
    for o in M['advice']:
        for w in o['must_quote']:
            if w.lower() not in T[o['node']].lower():E('adv',o['node'],w)
        for k in('unknown','smallest_next_step','would_settle','silly'):
            if not o[k]:E('adv empty',o['node'],k)
        if N[o['node']]['status'] in('DONE','CANCELLED'):E('adv finished',o['node'])
    for k in M:
        keyed=[json.dumps({a:z for a,z in o.items() if a not in('why','unsure')},sort_keys=True,ensure_ascii=False) for o in M[k]]
        if len(set(keyed))!=len(keyed):E('twice',k)
    rows.append((bid,b['language'],len(N),{k:(len(v),sum(1 for o in v if o.get('unsure'))) for k,v in M.items()}))
ks=list(rows[0][3])
print('board'.ljust(12),'lang ','n'.rjust(4),*[k[:9].rjust(9) for k in ks])
for r in rows:print(r[0].ljust(12),r[1].ljust(5),str(r[2]).rjust(4),*[(f'{a}'+(f'({u}?)' if u else '')).rjust(9) for a,u in r[3].values()])
print('all'.ljust(12),'     ',str(sum(r[2] for r in rows)).rjust(4),*[(f'{sum(r[3][k][0] for r in rows)}({sum(r[3][k][1] for r in rows)}?)').rjust(9) for k in ks])
print('problems:',len(bad))
for x in bad:print('  ',x)
sys.exit(bool(bad))
