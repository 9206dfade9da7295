"""The import contract that import-linter lacks: nothing but the standard library."""

import sys

from grimp import ImportGraph
from importlinter import Contract, ContractCheck, fields, output


class StandardLibraryContract(Contract):
    """The source packages, and all they lead to, import only the package itself and the standard library."""

    source_modules = fields.ListField(subfield=fields.ModuleField())

    def check(self, graph: ImportGraph, verbose: bool) -> ContractCheck:
        allowed = sys.stdlib_module_names | set(self.session_options["root_packages"])
        chains = [
            chain
            for source in map(str, self.source_modules)  # type: ignore[call-overload]
            for module in sorted(graph.find_upstream_modules(source, as_package=True))
            if module.partition(".")[0] not in allowed
            for chain in sorted(graph.find_shortest_chains(source, module, as_packages=True))
        ]
        return ContractCheck(kept=not chains, metadata={"chains": chains})

    def render_broken_contract(self, check: ContractCheck) -> None:
        for chain in check.metadata["chains"]:
            output.print_error("-   " + " -> ".join(chain), bold=False)
        output.new_line()
