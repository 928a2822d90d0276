"""Numba compiles a function and all that it calls as one module.

By itself it makes machine code of every function that is called, although nobody but their callers
needs it: most of the time of a first compilation.  Here what is only called is linked into its
callers as it comes, and optimised there.  This needs numba's inner parts; where another version has
others, it compiles as usual.
"""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

from numba import njit
from numba.core import codegen, cpu
from numba.core.compiler import CompileResult, Flags

_njit: Callable[..., Any] = njit  # numba's annotations leave out options


def _is_known() -> bool:
    """Whether this numba has what is changed here."""
    library = getattr(codegen, "JITCodeLibrary", None)
    used = getattr(getattr(codegen, "JITCPUCodegen", None), "_library_class", None)
    compiler = getattr(njit(lambda: None), "_compiler", None)
    context = getattr(cpu, "CPUContext", None)
    ours = (
        "add_linking_library",
        "_get_module_for_linking",
        "_finalize_dynamic_globals",
        "_optimize_final_module",
    )
    return (
        library is not None
        and used is library
        and all(hasattr(library, name) for name in ours)
        and all(hasattr(compiler, name) for name in ("compile", "_customize_flags"))
        and all(hasattr(context, name) for name in ("get_executable", "create_cfunc_wrapper"))
        and hasattr(Flags, "no_compile")
        and "entry_point" in CompileResult._fields
    )


IS_KNOWN = _is_known()

#: Modules and names of the functions that are called from Python.
_CALLED: set[tuple[str, str]] = set()

if IS_KNOWN:

    class _Linked(codegen.JITCodeLibrary):
        """A module into which others are linked as they come."""

        def add_linking_library(self, library: Any) -> None:
            """What this module calls; it is not made ready to be run by itself."""
            if not library._finalized:
                _close(library)
            self._linking_libraries.append(library)

        def _optimize_final_module(self) -> None:
            """Once: numba's second turn takes a third of the time, for a few per cent of speed."""
            manager, builder = self._codegen._module_pass_manager(cost="cheap")
            manager.run(self._final_module, builder)


def _close(library: Any) -> None:
    """Complete a module with what it calls, to be linked into others only."""
    for other in dict.fromkeys(library._linking_libraries):
        library._reload_init.update(other._reload_init)
        library._final_module.link_in(other._get_module_for_linking(), preserve=True)
    library._final_module.verify()
    library._finalize_dynamic_globals()
    library._finalized = True


def whole(dispatcher: Any) -> Any:
    """A function that is called from Python: it is compiled together with all of its parts."""
    if not IS_KNOWN:
        return dispatcher
    _CALLED.add((dispatcher.py_func.__module__, dispatcher.py_func.__qualname__))
    compile_as_usual = dispatcher._compiler.compile

    def compile_whole(args: Any, return_type: Any) -> Any:
        with _linking(dispatcher):
            return compile_as_usual(args, return_type)

    dispatcher._compiler.compile = compile_whole
    return dispatcher


@contextmanager
def _linking(dispatcher: Any) -> Iterator[None]:
    """What is compiled now is linked, and made ready to be run only if Python calls it.

    Numba's own functions are not, whose machine code nobody calls.
    """
    made: Any = dispatcher.targetctx.codegen()
    context: Any = cpu.CPUContext
    usual = made._library_class, context.get_executable, context.create_cfunc_wrapper

    def get_executable(self: Any, library: Any, fndesc: Any, env: Any) -> Any:
        if (fndesc.modname, fndesc.qualname) in _CALLED:
            return usual[1](self, library, fndesc, env)
        return _key()

    changed = _Linked, get_executable, lambda *_: None
    try:
        made._library_class, context.get_executable, context.create_cfunc_wrapper = changed
        yield
    finally:
        made._library_class, context.get_executable, context.create_cfunc_wrapper = usual


def _key() -> Any:
    """Stands for what can't be called: a builtin function, as numba wants it, that fails."""
    return {}.__getitem__


def part(**options: Any) -> Callable[[Callable[..., Any]], Any]:
    """A decorator for functions that are called from compiled ones only."""

    def decorate(function: Callable[..., Any]) -> Any:
        dispatcher: Any = _njit(no_cpython_wrapper=True, no_cfunc_wrapper=True, **options)(function)
        if not IS_KNOWN:
            return dispatcher
        compiler = dispatcher._compiler
        compile_as_usual = compiler.compile

        def compile_part(args: Any, return_type: Any) -> Any:
            found = compile_as_usual(args, return_type)
            key = _key()
            dispatcher.targetctx.insert_user_function(key, found.fndesc, [found.library])
            return found._replace(entry_point=key)

        compiler.compile, compiler._customize_flags = compile_part, _without_machine_code
        return dispatcher

    return decorate


def _without_machine_code(flags: Any) -> Any:
    flags.no_compile = True
    return flags
