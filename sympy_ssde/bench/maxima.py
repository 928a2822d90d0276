"""Maxima as a second opinion: one process that answers question after question.

It differentiates by itself; of the residual it looks for an exact zero, and computes it at points
with two precisions: rounding errors shrink with the second one, a value that is not zero stays.
"""

import os
import shutil
import signal
import subprocess
import tempfile
import threading
from contextlib import suppress
from dataclasses import dataclass

from sympy_ssde.bench.processes import Held
from sympy_ssde.errors import SSDEError

#: Seconds for the start, and for one question.
STARTUP, PATIENCE = 60.0, 5.0

_END = "ssde end"

#: The share of the memory that Debian's Lisp takes before it looks for garbage; all, otherwise.
_MODESTY = {"GCL_MEM_MULTIPLE": "0.1"}

#: It may not ask back, take real roots of negative numbers, or write log(x^2) as 2*log(x). Numbers
#: come first: they are known even if the simplification hangs. Where only doubles can be computed
#: (Bessel's functions), these may disagree, but not agree.
_PRELUDE = r"""
:lisp (defun retrieve (msg flag) (declare (ignore msg flag)) (merror "question"))
display2d:false$ nolabels:true$ errormsg:false$ ratprint:false$ prederror:false$ linel:100000$
domain:complex$ m1pbranch:true$ logexpand:false$
declare([n0,n1,n2,n3,n4,n5,n6,n7,n8,n9],integer)$

ssde_no_value(r) := is(r=false) or not freeof(inf,minf,infinity,und,ind,r)$

ssde_try(f) := block([r:errcatch(f())],
  if r=[] or ssde_no_value(first(r)) then false else first(r))$

ssde_at(p,e) := block([placed:psubst(p,e)], ev(placed))$

ssde_diff(e,by) := if not atom(e) and op(e)="if"
  then funmake("if",[part(e,1),ssde_diff(part(e,2),by),true,ssde_diff(part(e,4),by)])
  else apply(diff,cons(e,by))$

ssde_number(r,p,digits) := block([fpprec:digits,v],
  v:errcatch(rectform(bfloat(ssde_at(p,r)))),
  if v=[] then false else (v:first(v),
    if numberp(realpart(v)) and numberp(imagpart(v)) then v else false))$

ssde_size(z) := block([a:bfloat(realpart(z)),b:bfloat(imagpart(z))], bfloat(sqrt(a^2+b^2)))$

ssde_terms(r) := if not atom(r) and op(r)="+" then args(r) else [r]$

ssde_scale(r,p) := block([s:0b0,z], for e in ssde_terms(r) do
  (z:ssde_number(e,p,30), if z#false then s:s+ssde_size(z)), s)$

ssde_double(e,p) := block([v:errcatch(rectform(float(ssde_at(p,e))))],
  if v#[] and numberp(realpart(first(v))) and numberp(imagpart(first(v))) then cabs(first(v))
  else false)$

ssde_roughly(r,p) := block([size:ssde_double(r,p),parts],
  parts:map(lambda([e],ssde_double(e,p)),ssde_terms(r)),
  if is(size=false) or member(false,parts) then open
  elseif is(size>1e-6*apply("+",parts)) and length(parts)>1 then nonzero else open)$

ssde_compare(r,p) := block([a:ssde_number(r,p,60),b:ssde_number(r,p,120),fpprec:120,size],
  if is(a=false) or is(b=false) then return(ssde_roughly(r,p)),
  size:ssde_size(b),
  if is(size>0) and is(ssde_size(a-b)<=1b-10*size) then return(nonzero),
  if is(size<=1b-80*ssde_scale(r,p)) or is(size<=1b-40*ssde_size(a)) then small else open)$

ssde_numbers(r,points) := block([found:[],w],
  if listofvars(r)=[] then points:[[]],
  for p in points while not member(nonzero,found) do
    (w:errcatch(ssde_compare(r,p)), found:cons(if w=[] then open else first(w),found)),
  if member(nonzero,found) then nonzero
  elseif length(sublist(found,lambda([w],w=small)))>=min(2,length(points)) then small
  else open)$

ssde_zero(r) := block([done:is(r=0)],
  for f in [ratsimp,radcan,
            lambda([e],radcan(exponentialize(e))),
            lambda([e],ratsimp(trigsimp(trigexpand(e)))),
            lambda([e],radcan(logcontract(radcan(e)))),
            lambda([e],rectform(radcan(e)))]
    while not done do
      done:block([e:errcatch(f(r))], e#[] and is(first(e)=0)),
  done)$

ssde_inside(r,points) := block([w],
  if is(r=0) then return(print("ssde exact zero")),
  w:ssde_numbers(r,points),
  print("ssde numbers",w),
  if w#nonzero and ssde_zero(r) then print("ssde exact zero"))$

ssde_limit(g,v,place,way,near,points) := block([e:ssde_try(g),c],
  if is(e=false) then return(print("ssde why no value inside")),
  c:ssde_try(lambda([],if is(way=false) then limit(e,v,place) else limit(e,v,place,way))),
  if is(c=false) or not freeof(nounify(limit),c) then return(print("ssde why no limit")),
  if ssde_zero(c) then return(print("ssde exact zero")),
  e:ssde_at([v=near],e),
  for p in points do block([a:ssde_number(c,p,60),b:ssde_number(e,p,60)],
    if is(a#false) and is(b#false) and is(ssde_size(a-b)<=1b-3*ssde_size(a))
      and is(ssde_size(a)>0) and ssde_numbers(c,[p])=nonzero
    then print("ssde numbers nonzero"))) $

ssde_ask(facts,f,points,face) := block([r],
  context:initial, if member(ssde_facts,contexts) then killcontext(ssde_facts),
  supcontext(ssde_facts,initial),
  for fact in facts do errcatch(assume(fact)),
  r:ssde_try(f),
  if is(r#false) then ssde_inside(r,points)
  elseif is(face#false) then apply(ssde_limit,append(face,[points]))
  else print("ssde why no value there"))$
"""


@dataclass(frozen=True)
class Reply:
    """Whether a residual is exactly zero, what numbers say ("small", "nonzero", "open"), why."""

    exact: bool = False
    numbers: str = ""
    why: str = ""


def find_maxima() -> str:
    """The command; an error that says how to get it, if it isn't there."""
    found = shutil.which("maxima")
    if found is None:
        raise SSDEError("Maxima isn't installed; on Debian or Ubuntu: apt-get install maxima")
    return found


class Maxima(Held):
    """A process that is asked one question after the other, and replaced when it hangs."""

    def __init__(self, patience: float = PATIENCE) -> None:
        self._command = find_maxima()
        self._patience = patience
        self._folder = tempfile.TemporaryDirectory(prefix="ssde-maxima-")

    def __enter__(self) -> "Maxima":
        return self

    def __exit__(self, *_: object) -> None:
        self.stop()
        self._folder.cleanup()

    def ask(self, question: str) -> Reply:
        """Send a statement and read what it prints about the residual."""
        lines, ended = self.run(question)
        said = [line.split(maxsplit=2)[1:] for line in lines if line.startswith("ssde ")]
        told = {words[0]: words[1].strip() for words in said if len(words) == 2}
        why = told.get("why", "") if ended else "out of time"
        return Reply(told.get("exact") == "zero", told.get("numbers", ""), why)

    def run(self, statement: str) -> tuple[list[str], bool]:
        """The lines that it prints, and whether it came to its end."""
        process = self._start()
        lines, ended = self._exchange(process, statement, self._patience)
        if not ended:
            self.stop()
        return lines, ended

    @staticmethod
    def _end(process: "subprocess.Popen[str]") -> None:
        """A script and the Lisp that it has started."""
        with suppress(ProcessLookupError):
            os.killpg(process.pid, signal.SIGKILL)
        process.wait()

    def _start(self) -> "subprocess.Popen[str]":
        if self._process is None:
            self._process = subprocess.Popen(
                [self._command, "--very-quiet", f"--userdir={self._folder.name}"],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.DEVNULL,
                text=True,
                env={**os.environ, **_MODESTY},
                cwd=self._folder.name,  # no settings of the user's, from wherever it is called
                start_new_session=True,  # a script that starts a Lisp: both are ended
            )
            _, ended = self._exchange(self._process, _PRELUDE, STARTUP)
            if not ended:
                self.stop()
                raise SSDEError("Maxima didn't start")
        return self._process

    @staticmethod
    def _exchange(
        process: "subprocess.Popen[str]", text: str, limit: float
    ) -> tuple[list[str], bool]:
        assert process.stdin is not None and process.stdout is not None
        timer = threading.Timer(limit, Maxima._end, [process])
        timer.start()
        lines: list[str] = []
        try:
            process.stdin.write(f'{text}\nprint("{_END}")$\n')
            process.stdin.flush()
            for line in process.stdout:
                if line.strip() == _END:
                    return lines, True
                lines.append(line)
        except OSError:
            pass  # it has ended, and doesn't read any more
        finally:
            timer.cancel()
        return lines, False
